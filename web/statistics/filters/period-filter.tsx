import { Popover } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../kit/api/session.ts'
import { usePhone } from '../../kit/browser/is-desktop.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { shownDate, shownMonthDay } from '../../kit/language/viewer-formats.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { selectionOf as instantsOf, type ScreenPeriod } from '../../measurements/period/period-choice.ts'
import { Segments } from '../../ui/forms/segments.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import type { ChangeSelection, Dashboard } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import classes from './filters.module.css'

const SelectionForm = lazyPart(() => import('../../measurements/compare/selection-form.tsx'))

const INTERVALS = ['week', 'month', 'year'] as const

interface Props {
  selection: Selection
  dashboard: Dashboard
  onChange: ChangeSelection
}

/** The last week, month or year, the one before, or any days of a calendar. */
export function PeriodFilter({ selection: { period, means }, dashboard: { overview }, onChange }: Props) {
  const { t } = useTranslation(['statistics', 'measurements'])
  if (means === 'research') return <p className="bm-muted bm-small">{t('filters.research_period')}</p>
  return (
    <>
      <Segments
        aria-label={t('filters.period')}
        fullWidth
        value={period.interval === 'selection' ? '' : period.interval}
        onChange={interval => onChange({ period: { interval, index: 0 } })}
        data={INTERVALS.map(interval => ({ value: interval, label: t(`measurements:interval.${interval}`) }))}
      />
      <PeriodDates
        period={period}
        overview={overview}
        onPeriod={next => onChange(before => ({ period: next(before.period) }))}
      />
    </>
  )
}

interface DatesProps {
  period: ScreenPeriod
  overview: Dashboard['overview']
  onPeriod: (next: (before: ScreenPeriod) => ScreenPeriod) => void
}

/** Dates that an answer is of, with those before and after, and a calendar to choose others. */
export function PeriodDates({ period, overview, onPeriod }: DatesProps) {
  const { t } = useTranslation(['statistics', 'measurements'])
  const { time_zone } = useUser()
  const phone = usePhone()
  const [opened, { toggle, close }] = useDisclosure()
  const { answer, old } = overview
  const isSelection = period.interval === 'selection'
  const instants = instantsOf(period)
  const [start, end] = instants
    ? [instants.from, instants.until].map(time => dateTimeIn(time, time_zone))
    : [period.date_start, period.date_end]
  const select = (date_start: string, date_end: string) => {
    onPeriod(() => ({ interval: 'selection', index: 0, date_start, date_end }))
    close()
  }
  const step = (by: number) => onPeriod(before => ({ ...before, index: Math.max(0, before.index + by) }))
  const dayOf = (moment: string, before = 0) => dateTimeIn(Date.parse(moment) - before, time_zone).slice(0, 10)
  const datesOf = (of: NonNullable<typeof answer>): string => {
    const [from, to] = [dayOf(of.from), dayOf(of.until, 1)]
    return t('from_to', {
      from: shownDate(from),
      to: (from.slice(0, 4) === to.slice(0, 4) ? shownMonthDay : shownDate)(to),
    })
  }
  const button = (
    <button
      type="button"
      className={classes.dates}
      aria-haspopup="dialog"
      aria-expanded={opened}
      aria-busy={old || undefined}
      onClick={toggle}
    >
      <span className="bm-hidden">{t('filters.choose_dates')}:</span>
      <span>{answer ? datesOf(answer) : '\u00A0'}</span>
      <IconCalendar size={17} stroke={1.9} aria-hidden="true" />
    </button>
  )
  const form = (
    <Suspense fallback={<div className={classes.calendarWait} />}>
      <SelectionForm start={start} end={end} timeZone={time_zone} onSelect={select} />
    </Suspense>
  )
  return (
    <>
      <div className={classes.period}>
        <button
          type="button"
          className={classes.step}
          aria-label={t('measurements:back')}
          disabled={isSelection}
          onClick={() => step(1)}
        >
          <IconChevronLeft size={18} stroke={2} />
        </button>
        {phone ? (
          button
        ) : (
          <Popover
            opened={opened}
            onChange={next => !next && close()}
            trapFocus
            returnFocus
            shadow="md"
            withRoles={false}
          >
            <Popover.Target>{button}</Popover.Target>
            <Popover.Dropdown role="dialog" aria-label={t('filters.choose_dates')}>
              {opened && form}
            </Popover.Dropdown>
          </Popover>
        )}
        <button
          type="button"
          className={classes.step}
          aria-label={t('measurements:forward')}
          disabled={isSelection || period.index === 0}
          onClick={() => step(-1)}
        >
          <IconChevronRight size={18} stroke={2} />
        </button>
      </div>
      {phone && opened && (
        <Dialog opened title={t('filters.choose_dates')} onClose={close}>
          {form}
        </Dialog>
      )}
    </>
  )
}
