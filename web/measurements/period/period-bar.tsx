import { Button } from '@mantine/core'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { INTERVALS } from '#shared/contract/fixed.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import classes from '../page/data.module.css'
import { type QueryPeriod, selectionOf } from './period-choice.ts'
import { PeriodSpan } from './period-span.tsx'
import type { PeriodControl } from './use-period.ts'
import { usePeriodKeys } from './use-period-keys.ts'
import { intervalMovedBy } from './use-zoom.ts'

const CALENDAR = INTERVALS.filter(interval => interval !== 'selection')
const SelectionPopover = lazyPart(() => import('../compare/selection-popover.tsx'))

interface Props {
  period: PeriodControl
  /** True where there is a research period to choose. */
  research: boolean
  /** Period the server is asked for. */
  queryPeriod: QueryPeriod
  /** The frame of this very period, once it is there. */
  frame: Pick<Frame, 'from' | 'until'> | undefined
  timeZone: string
  now: number
}

/** Hour to year and a free selection, a step back and forward, and the way back to now (design §8.5). */
export function PeriodBar({ period, research, queryPeriod, frame, timeZone, now }: Props) {
  const { t } = useTranslation('measurements')
  const { choice } = period
  const isSelection = queryPeriod.interval === 'selection'
  const atNow = choice.index === 0
  const intervalsShown = research ? ([...CALENDAR, 'research'] as const) : CALENDAR
  const selection = period.zoomed ? selectionOf(choice) : null
  const mayGoBack = !isSelection || selection !== null
  const mayGoForward = selection ? selection.until < now : !isSelection && !atNow
  const move = (by: number) => {
    if (selection) period.zoomTo(...intervalMovedBy(selection, -by * (selection.until - selection.from), now))
    else period.step(by)
  }
  const back = () => mayGoBack && move(1)
  const forward = () => mayGoForward && move(-1)
  usePeriodKeys(back, forward)
  const intervals = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isSelection && intervals.current) intervals.current.scrollLeft = intervals.current.scrollWidth
  }, [isSelection])
  return (
    <div className={classes.bar}>
      <div ref={intervals} className={classes.intervals}>
        <Segments
          aria-label={t('period')}
          value={choice.interval}
          onChange={period.setInterval}
          data={intervalsShown.map(interval => ({ value: interval, label: t(`interval.${interval}`) }))}
        />
        <Selection period={period} timeZone={timeZone} />
        {!isSelection && (
          <button
            type="button"
            className={classes.selection}
            aria-pressed={choice.calendar === true}
            data-chosen={choice.calendar || undefined}
            onClick={() => period.setCalendar(!choice.calendar)}
          >
            {t('calendar')}
          </button>
        )}
      </div>
      <div className={classes.steps}>
        <button type="button" className={classes.step} aria-label={t('back')} disabled={!mayGoBack} onClick={back}>
          <IconChevronLeft size={22} stroke={2} />
        </button>
        <p className={classes.span} aria-live="polite">
          <PeriodSpan choice={queryPeriod} frame={frame} timeZone={timeZone} now={now} />
        </p>
        {selection && (
          <Button variant="light" className={classes.reset} onClick={period.unzoom}>
            {t('zoom_reset')}
          </Button>
        )}
        {!atNow && (
          <Button variant="light" size="xs" className={classes.toNow} onClick={period.toNow}>
            {t('to_now')}
          </Button>
        )}
        <button
          type="button"
          className={classes.step}
          aria-label={t('forward')}
          disabled={!mayGoForward}
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
