import { Button } from '@mantine/core'
import { IconCalendarCheck, IconCalendarClock, IconCalendarX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DeviceAvailability } from '#shared/contract/places/research.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { overlaps, type Span } from '#shared/rules/time/rental.ts'
import { dayIn } from '../../kit/language/viewer-formats.ts'
import classes from './planning.module.css'
import { barOf } from './timeline.ts'

/** Words for what is in the way: the first use, or the rental. */
const useReason = (zone: string) => {
  const { t } = useTranslation('research')
  const date = (time: string) => dayIn(time, zone)
  return ({ obstacles, uses, suggestion, rentals }: DeviceAvailability, wanted?: Span) => {
    if (obstacles.length === 0)
      return { title: t('free'), text: rentals?.some(({ end }) => end === null) ? t('rental_open') : '' }
    const [use] = wanted ? uses.filter(use => overlaps(use, wanted)) : uses
    if (obstacles.includes('busy') && use) {
      const place = [use.research_name, use.area_name, use.location_name].filter(Boolean).join(', ')
      return {
        title: use.end ? t('busy_until', { date: date(use.end) }) : t('busy'),
        text: place || t('busy_elsewhere'),
      }
    }
    const ends = rentals?.map(({ end }) => end).findLast(end => end !== null)
    return { title: ends && suggestion ? t('rental_ends', { date: date(ends) }) : t('no_rental'), text: '' }
  }
}

/** No status shape: those are for barns and devices that need somebody. */
const iconOf = ({ obstacles, suggestion }: DeviceAvailability) => {
  if (obstacles.length === 0) return IconCalendarCheck
  return suggestion ? IconCalendarClock : IconCalendarX
}

interface VerdictProps {
  device: DeviceAvailability
  zone: string
  wanted?: Span
  onTake: (span: Span) => void
}

/** Verdict on whether a device can be used, why not, and the one tap that solves it. */
export function Verdict({ device, zone, wanted, onTake }: VerdictProps) {
  const { t } = useTranslation('research')
  const { title, text } = useReason(zone)(device, wanted)
  const { suggestion } = device
  const Icon = iconOf(device)
  const later = suggestion && (!wanted || suggestion.start !== wanted.start)
  return (
    <div className={classes.verdict} role="status">
      <Icon size={20} stroke={1.8} aria-hidden="true" className={classes.verdictIcon} />
      <span className="bm-grow">
        <b>{title}</b>
        {text && <span>{text}</span>}
      </span>
      {suggestion && (
        <Button variant="default" onClick={() => onTake(suggestion)}>
          {later
            ? t('take_start', { date: dayIn(suggestion.start, zone) })
            : t('take_end', { date: dayIn(suggestion.end ?? suggestion.start, zone) })}
        </Button>
      )}
    </div>
  )
}

const percent = (share: number): string => `${share * 100}%`

/** Free and rented, busy, outside the rental; the wished period as a frame. The words stand beside it. */
export function AvailabilityBar({
  device,
  wanted,
  window,
}: {
  device: DeviceAvailability
  wanted: Span
  window: Interval
}) {
  const rentals = device.rentals ?? [{ start: new Date(window.from).toISOString(), end: null }]
  const part = (span: Span, className: string | undefined, key: string) => {
    const bar = barOf(span, window)
    return bar && <i key={key} className={className} style={{ left: percent(bar.left), width: percent(bar.width) }} />
  }
  return (
    <span className={classes.availability} aria-hidden="true">
      {rentals.map(one => part(one, classes.free, `rental ${one.start}`))}
      {device.uses.map(one => part(one, classes.busy, `use ${one.start}`))}
      {part(wanted, classes.wanted, 'wanted')}
    </span>
  )
}
