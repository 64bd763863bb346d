import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import classes from '../list/diary.module.css'
import type { PlaceRef } from '../list/filter.ts'

const textOf = (place: PlaceRef): string => {
  if (place === null) return ''
  return 'area_id' in place ? `area ${place.area_id}` : `location ${place.location_id}`
}

const placeOf = (value: string): PlaceRef => {
  const [kind, id] = value.split(' ')
  if (kind === 'area') return { area_id: Number(id) }
  return kind === 'location' ? { location_id: Number(id) } : null
}

interface Props {
  locations: readonly Location[]
  place: PlaceRef
  onPlace: (place: PlaceRef) => void
}

/** All places, one location or one area. */
export function PlacePicker({ locations, place, onPlace }: Props) {
  const { t } = useTranslation('diary')
  return (
    <NativeSelect
      size="md"
      className={classes.select}
      data-on={place !== null || undefined}
      aria-label={t('place')}
      value={textOf(place)}
      onChange={event => onPlace(placeOf(event.currentTarget.value))}
    >
      <option value="">{t('all_places')}</option>
      {locations.map(({ id, name, areas }) => (
        <optgroup key={id} label={name}>
          <option value={`location ${id}`}>{t('whole_location', { name })}</option>
          {areas.map(area => (
            <option key={area.id} value={`area ${area.id}`}>
              {area.name}
            </option>
          ))}
        </optgroup>
      ))}
    </NativeSelect>
  )
}
