import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '../../shared/contract/locations.ts'
import { Dialog } from '../ui/dialog.tsx'
import classes from './form.module.css'
import type { Wrong } from './form-check.ts'
import type { Values } from './form-draft.ts'

interface Props {
  locations: readonly Location[]
  values: Values
  zone: string
  wrong: Wrong | null
  /** ISO 8601, of the period the date lies within. */
  period: string
  onChange: (values: Partial<Values>) => void
}

/** Names of areas, or of the location where none is chosen. */
export const placeName = (location: Location | undefined, areaIds: readonly number[], all: string): string => {
  if (!location) return ''
  const names = location.areas.filter(({ id }) => areaIds.includes(id)).map(({ name }) => name)
  return names.length > 0 ? names.join(', ') : `${location.name}, ${all}`
}

function WhereDialog({ locations, values, onChange, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation('inspect')
  const location = locations.find(({ id }) => id === values.location_id)
  const toggle = (id: number) => {
    const has = values.area_ids.includes(id)
    onChange({ area_ids: has ? values.area_ids.filter(one => one !== id) : [...values.area_ids, id] })
  }
  return (
    <Dialog opened title={t('where')} onClose={onClose}>
      <div className={classes.sheet}>
        {locations.length > 1 && (
          <Select
            size="md"
            label={t('location')}
            allowDeselect={false}
            searchable={locations.length > 8}
            data={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={values.location_id === null ? null : String(values.location_id)}
            onChange={id => onChange({ location_id: Number(id), area_ids: [] })}
          />
        )}
        {location && location.areas.length > 0 && (
          <Checkbox.Group label={t('areas')} description={t('areas_help')} value={values.area_ids.map(String)}>
            <div className={classes.areas}>
              {location.areas.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  size="md"
                  className={classes.area}
                  value={String(id)}
                  label={name}
                  onChange={() => toggle(id)}
                />
              ))}
            </div>
          </Checkbox.Group>
        )}
        {location && values.area_ids.length === 0 && <p className="bm-muted">{t('whole_location')}</p>}
        <div className={classes.ends}>
          {values.area_ids.length > 0 && (
            <Button variant="default" onClick={() => onChange({ area_ids: [] })}>
              {t('whole_location')}
            </Button>
          )}
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}

/** Where and when, filled in before anybody taps. */
export function Where(props: Props) {
  const { t } = useTranslation('inspect')
  const { locations, values, zone, wrong, period, onChange } = props
  const [opened, setOpened] = useState(false)
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
        <TextInput
          id="inspect-when"
          type="datetime-local"
          variant="unstyled"
          label={t('when')}
          description={location && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone ? zone : undefined}
          value={values.date}
          error={wrong?.date && dateWords[wrong.date]}
          onChange={event => onChange({ date: event.currentTarget.value })}
        />
      </div>
      {opened && <WhereDialog {...props} onClose={() => setOpened(false)} />}
    </div>
  )
}
