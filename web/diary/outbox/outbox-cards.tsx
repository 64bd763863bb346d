import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import type { PlaceRef } from '../list/filter.ts'
import classes from './outbox.module.css'
import { useWaitingInspections } from './outbox.ts'
import { OutboxItemCard } from './outbox-card.tsx'

interface Props {
  /** Place whose inspections are shown; null for all. */
  place: PlaceRef
  locations: readonly Location[]
}

/** New inspections that only this device has, above those the server has. */
export function WaitingCards({ place, locations }: Props) {
  const { t } = useTranslation('outbox')
  const waiting = useWaitingInspections().filter(({ written: { location_id, area_ids } }) => {
    if (place === null) return true
    return 'area_id' in place ? area_ids.includes(place.area_id) : location_id === place.location_id
  })
  if (waiting.length === 0) return null
  return (
    <section className={classes.page} aria-label={t('waiting')}>
      {waiting.map(outboxItem => (
        <OutboxItemCard key={outboxItem.id} outboxItem={outboxItem} locations={locations} />
      ))}
    </section>
  )
}
