import { Button, SegmentedControl } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { lazy, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { INTERVALS, type Interval } from '../../shared/contract/fixed.ts'
import type { Frame } from '../../shared/contract/measurements.ts'
import { MenuButton } from '../ui/menu-button.tsx'
import classes from './data.module.css'
import { PeriodSpan } from './period-span.tsx'
import type { PeriodControl } from './use-period.ts'
import { usePeriodKeys } from './use-period-keys.ts'

const CALENDAR = INTERVALS.filter(interval => interval !== 'selection')
const SelectionPopover = lazy(() => import('./selection-popover.tsx'))

interface Props {
  period: PeriodControl
  /** The frame of this very period, once it is there. */
  shown: Pick<Frame, 'from' | 'until'> | undefined
  timeZone: string
  now: number
}

/** Hour to year and a free selection, a step back and forward, and the way back to now (design §8.5). */
export function PeriodBar({ period, shown, timeZone, now }: Props) {
  const { t } = useTranslation('measurements')
  const { choice } = period
  const isSelection = choice.interval === 'selection'
  const atNow = choice.index === 0
  const back = () => !isSelection && period.step(1)
  const forward = () => !isSelection && !atNow && period.step(-1)
  usePeriodKeys(back, forward)
  const intervals = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelection && intervals.current) intervals.current.scrollLeft = intervals.current.scrollWidth
  }, [isSelection])
  return (
    <div className={classes.bar}>
      <div ref={intervals} className={classes.intervals}>
        <SegmentedControl
          aria-label={t('period')}
          value={choice.interval}
          onChange={value => period.setInterval(value as Interval)}
          data={CALENDAR.map(interval => ({ value: interval, label: t(`interval.${interval}`) }))}
        />
        <Selection period={period} timeZone={timeZone} />
      </div>
      <div className={classes.steps}>
        <button type="button" className={classes.step} aria-label={t('back')} disabled={isSelection} onClick={back}>
          <IconChevronLeft size={22} stroke={2} />
        </button>
        <p className={classes.span} aria-live="polite">
          <PeriodSpan choice={choice} shown={shown} timeZone={timeZone} now={now} />
        </p>
        {!atNow && (
          <Button variant="light" size="xs" className={classes.toNow} onClick={period.toNow}>
            {t('to_now')}
          </Button>
        )}
        <button
          type="button"
          className={classes.step}
          aria-label={t('forward')}
          disabled={isSelection || atNow}
          onClick={forward}
        >
          <IconChevronRight size={22} stroke={2} />
        </button>
      </div>
    </div>
  )
}

function Selection({ period, timeZone }: { period: PeriodControl; timeZone: string }) {
  const { t } = useTranslation('measurements')
  const chosen = period.choice.interval === 'selection'
  const button = (
    <button type="button" className={classes.selection} aria-pressed={chosen} data-chosen={chosen || undefined}>
      <IconCalendar size={16} stroke={1.8} /> {t('interval.selection')}
    </button>
  )
  return (
    <MenuButton
      popup="dialog"
      target={button}
      menu={target => <SelectionPopover target={target} period={period} timeZone={timeZone} />}
    />
  )
}
