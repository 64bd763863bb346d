import { Select, TextInput } from '@mantine/core'
import { IconCloud } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { FoundAddress } from '#shared/contract/places/addresses.ts'
import { COUNTRIES, countryName } from '#shared/rules/formats/countries.ts'
import { ask } from '../../kit/api/api.ts'
import { currentLanguage } from '../../kit/language/language.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { WithOptional } from '../../ui/forms/with-optional.tsx'
import type { Fields } from '../edit/fields.ts'
import type { PlaceValues } from '../edit/location-values.ts'
import { AddressSearch } from './address-search.tsx'
import classes from './wizard.module.css'

const PinMap = lazyPart(() => import('../../map/pin-map.tsx'))
const ZONES = Intl.supportedValuesOf('timeZone')

const countries = () => {
  const language = currentLanguage()
  const collator = new Intl.Collator(language)
  return COUNTRIES.map(code => ({ value: code, label: countryName(code, language) })).sort((one, other) =>
    collator.compare(one.label, other.label),
  )
}

const chosen = (found: FoundAddress): Partial<PlaceValues> => ({
  street: found.street ?? '',
  number: found.number ?? '',
  postal_code: found.postal_code ?? '',
  city: found.city ?? '',
  country_code: found.country_code ?? '',
  lat: found.lat,
  lon: found.lon,
  accuracy: found.accuracy_m,
  time_zone: found.time_zone,
})

function Typed({ fields }: { fields: Fields<PlaceValues> }) {
  const { t } = useTranslation('places')
  const { input, values, set, error } = fields
  return (
    <div className={classes.address}>
      <TextInput size="md" autoComplete="off" label={<WithOptional>{t('street')}</WithOptional>} {...input('street')} />
      <TextInput size="md" autoComplete="off" label={t('number')} {...input('number')} />
      <TextInput size="md" autoComplete="off" label={t('postal_code')} {...input('postal_code')} />
      <TextInput size="md" autoComplete="off" label={t('city')} {...input('city')} />
      <Select
        size="md"
        searchable
        clearable
        limit={40}
        data={countries()}
        label={t('country')}
        value={values.country_code || null}
        error={error('country_code')}
        onChange={code => set({ country_code: code ?? '' })}
      />
      <Select
        size="md"
        searchable
        clearable
        limit={40}
        data={ZONES}
        label={t('time_zone')}
        placeholder={t('time_zone_auto')}
        value={values.time_zone || null}
        error={error('time_zone')}
        onChange={zone => set({ time_zone: zone ?? '' })}
      />
    </div>
  )
}

/** Fields for where the place is: look-up, map with a pin, and the lines as they are kept. */
export function AddressFields({ fields }: { fields: Fields<PlaceValues> }) {
  const { t } = useTranslation('places')
  const { values, set } = fields
  const move = (lat: number, lon: number) => set({ lat, lon, accuracy: null })
  // The zone follows the pin once it rests; that it cannot be asked for is no reason to hold anybody up.
  const settle = (lat: number, lon: number) =>
    void ask(api.getZone, { query: { lat, lon } }).then(
      ({ time_zone }) => set({ time_zone }),
      () => undefined,
    )
  return (
    <>
      <AddressSearch country={values.country_code} onPick={found => set(chosen(found))} />
      <Suspense fallback={<div className={classes.mapRoom} />}>
        <div className={classes.mapRoom}>
          <PinMap
            lat={values.lat}
            lon={values.lon}
            accuracy={values.accuracy}
            country={values.country_code}
            onMove={move}
            onSettle={settle}
          />
        </div>
      </Suspense>
      <p className={classes.weather}>
        <IconCloud size={22} stroke={1.8} />
        <span>
          <b>{t('weather')}</b> {t('weather_more')}
        </span>
      </p>
      <Typed fields={fields} />
    </>
  )
}
