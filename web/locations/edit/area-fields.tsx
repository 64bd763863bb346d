import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Area } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { emissionSettingsScreen } from '../../emissions/screens.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import { useFormat } from '../../kit/language/format.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { ColourChoice } from '../../ui/forms/colour-choice.tsx'
import { CountField } from '../../ui/forms/count-field.tsx'
import { MAX_GROUPS } from '../home/group-grid.ts'
import { areaFiguresOf } from '../wizard/plan.ts'
import { SpeciesTiles } from '../wizard/species-tiles.tsx'
import classes from '../wizard/wizard.module.css'
import type { Fields } from './fields.ts'
import type { AreaValues } from './location-values.ts'

interface Props {
  fields: Fields<AreaValues>
  lists: TaxonomyLists
}

function Groups({ fields }: Pick<Props, 'fields'>) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const { values, input, error, errors, set } = fields
  const tooMany = Object.entries(errors).find(
    ([field]) => field.startsWith('group_items') || /^areas\.\d+\.group_items/.test(field),
  )
  const { animals } = areaFiguresOf(values)
  return (
    <>
      <div className={classes.grid}>
        <CountField
          label={t('groups_across')}
          value={values.across}
          most={200}
          error={error('group_items') ?? tooMany?.[1]}
          onChange={across => set({ across })}
        />
        <span aria-hidden="true">×</span>
        <CountField label={t('groups_deep')} value={values.deep} most={200} onChange={deep => set({ deep })} />
        <span aria-hidden="true">×</span>
        <CountField
          label={t('animals_each')}
          value={values.animals_per_group}
          most={1_000_000}
          error={error('animals_per_group')}
          onChange={animals_per_group => set({ animals_per_group })}
        />
        <p className={classes.total}>
          <b>= {format.number(Math.min(animals, MAX_GROUPS * 1_000_000))}</b>
          <span>{t('animals_word', { count: animals })}</span>
        </p>
      </div>
      <div className={classes.three}>
        <NumberField optional unit="m" label={t('group_width')} {...input('group_width')} />
        <NumberField optional unit="m" label={t('group_depth')} {...input('group_depth')} />
        <NumberField
          optional
          label={t('animal_places')}
          description={values.before && <LaterPlaces area={values.before} />}
          {...input('animal_places')}
        />
      </div>
    </>
  )
}

/** Tells of places that the emission settings change from a day on: the field holds those before. */
function LaterPlaces({ area }: { area: Area }) {
  const { t } = useTranslation(['places', 'app'])
  const format = useFormat()
  const [first] = area.later_places ?? []
  if (!first) return null
  const { places_since: since, places_today } = area
  const words = {
    date: first.valid_from,
    since,
    places: format.number(since === null ? first.places : (places_today ?? first.places)),
  }
  const isNewest = since !== null && since > first.valid_from
  return (
    <>
      {t(`places_changed.${since === null ? 'coming' : isNewest ? 'newest' : 'since'}`, words)}{' '}
      <ScreenLink className="bm-link" to={linkTo(emissionSettingsScreen, { search: { area_id: area.id } })}>
        {t('app:title.emission_settings')}
      </ScreenLink>
    </>
  )
}

/** The fields of one area. */
export function AreaFields({ fields, lists }: Props) {
  const { t } = useTranslation('places')
  const { values, input, error, set } = fields
  return (
    <>
      <div className={classes.two}>
        <TextInput
          size="md"
          autoComplete="off"
          autoFocus={values.name === ''}
          label={t('area_name')}
          {...input('name')}
        />
        <ColourChoice name={`colour-${values.key}`} value={values.colour} onChange={colour => set({ colour })} />
      </div>
      <SpeciesTiles
        name={`area-${values.key}`}
        types={lists.area_types}
        value={values.area_type_id}
        error={error('area_type_id')}
        onChange={area_type_id => set({ area_type_id })}
      />
      <div className={classes.three}>
        <NumberField optional unit="m" label={t('width')} {...input('width')} />
        <NumberField optional unit="m" label={t('depth')} {...input('depth')} />
        <NumberField optional unit="m" label={t('height')} {...input('height')} />
      </div>
      <Groups fields={fields} />
      <NumberField
        optional
        unit={t('ammonia_unit')}
        label={t('ammonia_factor')}
        description={t('ammonia_help')}
        {...input('ammonia_factor')}
      />
    </>
  )
}
