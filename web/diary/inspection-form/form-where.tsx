import { Button, Checkbox, TextInput } from '@mantine/core'
import { IconCheck, IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { useFirstRender } from '../../kit/first-paint/first-render.ts'
import { DateTimeField } from '../../ui/forms/date-field.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { InspectionValues } from './draft/form-draft.ts'
import classes from './form.module.css'
import type { Wrong } from './form-check.ts'
import { chosenPlace, type InspectionPlace, inspectionPlaces } from './form-places.ts'

interface Props {
  locations: readonly Location[]
  /** Areas of the inspections before, the last one first. */
  recent: readonly number[]
  values: InspectionValues
  zone: string
  wrong: Wrong | null
  /** ISO 8601, of the period the date lies within. */
  period: string
  onChange: (values: Partial<InspectionValues>) => void
}

/** Names of areas, or of the location where none is chosen. */
export const placeName = (location: Location | undefined, areaIds: readonly number[], all: string): string => {
  if (!location) return ''
  const names = location.areas.filter(({ id }) => areaIds.includes(id)).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : `${location.name}, ${all}`
}

/** More than fit a phone at once are looked for by name. */
const MANY = 10

function WhereDialog({ locations, recent, values, onChange, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('inspect')
  const [words, setWords] = useState('')
  const [several, setSeveral] = useState(values.area_ids.length > 1)
  const places = inspectionPlaces(locations, recent)
  const has = ({ location, area }: InspectionPlace) => hasWords([location.name, area?.name], words)
  const nameOf = ({ area }: InspectionPlace) => area?.name ?? t('whole_location')
  const isOn = (place: InspectionPlace) =>
    place.location.id === values.location_id &&
    (place.area ? values.area_ids.includes(place.area.id) : values.area_ids.length === 0)
  const choose = (place: InspectionPlace) => {
    onChange(chosenPlace(values, place, several))
    if (!several) onClose()
  }
  const visible = places.filter(has)
  return (
    <Dialog opened title={t('where')} onClose={onClose}>
      <div className={classes.sheet}>
        {places.length > MANY && (
          <TextInput
            size="md"
            type="search"
            aria-label={t('find_place')}
            placeholder={t('find_place')}
            leftSection={<IconSearch size={20} stroke={1.8} aria-hidden="true" />}
            value={words}
            onChange={event => setWords(event.currentTarget.value)}
          />
        )}
        <ul className={classes.places}>
          {visible.map(place => (
            <li key={`${place.location.id} ${place.area?.id ?? ''}`}>
              <button type="button" aria-pressed={isOn(place)} onClick={() => choose(place)}>
                <span className="bm-grow">
                  <b>{nameOf(place)}</b>
                  {locations.length > 1 && <span className="bm-small bm-muted">{place.location.name}</span>}
                </span>
                {isOn(place) && <IconCheck size={20} stroke={2.2} aria-hidden="true" />}
              </button>
            </li>
          ))}
        </ul>
        {visible.length === 0 && <p className="bm-muted">{t('no_place')}</p>}
        <div className={classes.ends}>
          <Checkbox
            size="md"
            label={t('several')}
            checked={several}
            onChange={event => setSeveral(event.currentTarget.checked)}
          />
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Place and time, filled in before anybody taps. */
export function Where(props: Props) {
  const { t } = useTranslation('inspect')
  const { locations, values, zone, wrong, period, onChange } = props
  const [opened, setOpened] = useState(false)
  // The server does not know where the reader is.
  const here = useFirstRender() ? zone : Intl.DateTimeFormat().resolvedOptions().timeZone
  const location = locations.find(({ id }) => id === values.location_id)
  const dateWords = {
    missing: t('date_missing'),
    outside: t('date_outside', { period }),
  }
  return (
    <div className={classes.two}>
      <button
        id="inspect-where"
        type="button"
        className={classes.place}
        data-wrong={wrong?.place || undefined}
        onClick={() => setOpened(true)}
      >
        <span className="bm-grow">
          <span className="bm-small bm-muted">{t('where')}</span>
          <b>{location ? placeName(location, values.area_ids, t('whole_location')) : t('choose')}</b>
          {wrong?.place && <span className={classes.wrong}>{t('place_missing')}</span>}
        </span>
        <IconChevronDown size={18} stroke={2} aria-hidden="true" />
      </button>
      <div className={classes.when} data-wrong={wrong?.date ? true : undefined}>
        <DateTimeField
          id="inspect-when"
          zone={zone}
          variant="unstyled"
          label={t('when')}
          description={location && zone !== here ? zone : undefined}
          value={values.date}
          error={wrong?.date && dateWords[wrong.date]}
          onChange={date => onChange({ date })}
        />
      </div>
      {opened && <WhereDialog {...props} onClose={() => setOpened(false)} />}
    </div>
  )
}
