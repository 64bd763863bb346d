import { Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DEFAULT_TIME_ZONE, type PeriodInterval } from '#shared/contract/fixed.ts'
import type { ExportPreview } from '#shared/contract/measurements/exports.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { instantOf } from '../kit/time/instant.ts'
import { useNow } from '../kit/time/now.ts'
import { DateTimeField } from '../ui/forms/date-field.tsx'
import { ExportCard } from './card.tsx'
import { type ExportChoice, edgeInstant, periodFieldOf, previewPeriodOf, selected } from './choice.ts'
import classes from './exports.module.css'

const RELATIVE = ['hour', 'day', 'week', 'month', 'year'] as const satisfies PeriodInterval[]
const CALENDAR = [
  { interval: 'week', index: 0 },
  { interval: 'week', index: 1 },
  { interval: 'month', index: 0 },
  { interval: 'month', index: 1 },
  { interval: 'year', index: 0 },
  { interval: 'year', index: 1 },
] as const satisfies { interval: PeriodInterval; index: number }[]

interface Props {
  choice: ExportChoice
  preview: ExportPreview | undefined
  /** Period of the chosen placements; null where devices are chosen. */
  research: [start: string, end: string] | null
  onChange: (change: Partial<ExportChoice>) => void
}

/** The last hours and days, whole weeks to years, or from one moment to another; and how the values are read. */
export function ExportPeriodFields({ choice, preview, research, onChange }: Props) {
  const { t } = useTranslation('exports')
  const set = (interval: PeriodInterval, index: number, calendar: boolean) =>
    onChange({ interval, index, calendar, date_start: undefined, date_end: undefined })
  const is = (interval: PeriodInterval, index: number, calendar: boolean) =>
    choice.interval === interval && choice.index === index && choice.calendar === calendar
  return (
    <ExportCard title={t('period')} note={preview?.time_zone}>
      <div className={classes.chips}>
        {RELATIVE.map(interval => (
          <Chip key={interval} on={is(interval, 0, false)} onClick={() => set(interval, 0, false)}>
            {t(`last.${interval}`)}
          </Chip>
        ))}
        {research && (
          <Chip on={false} onClick={() => onChange(selected(choice, ...research))}>
            {t('research_period')}
          </Chip>
        )}
      </div>
      <div className={classes.chips}>
        {CALENDAR.map(({ interval, index }) => (
          <Chip key={`${interval} ${index}`} on={is(interval, index, true)} onClick={() => set(interval, index, true)}>
            {t(`calendar.${interval}.${index}`)}
          </Chip>
        ))}
      </div>
      <Moments choice={choice} preview={preview} onChange={onChange} />
      <Checkbox
        label={t('calibrated')}
        checked={!choice.raw}
        onChange={event => onChange({ raw: !event.currentTarget.checked })}
      />
      <Checkbox
        label={t('doubtful')}
        checked={!choice.without_faults}
        onChange={event => onChange({ without_faults: !event.currentTarget.checked })}
      />
    </ExportCard>
  )
}

function Chip({ on, children, onClick }: { on: boolean; children: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.chip} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  )
}

/** Earlier, somebody is still typing the year. */
const FIRST = '2000-01-01T00:00'

/** The period as it is: the server's, and before there is anything to ask it for, the same by the usual clock. */
const usePeriod = (choice: ExportChoice, preview: Props['preview']) => {
  const now = useNow(MINUTE_MS)
  const { data: rules } = useQuery({
    queryKey: ['rules of periods'],
    queryFn: () => import('#shared/rules/time/period.ts').then(({ periodOf }) => ({ periodOf })),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !preview,
  })
  if (preview) return preview
  if (!rules || choice.interval === 'selection') return undefined
  const { from, until } = rules.periodOf(choice, now, DEFAULT_TIME_ZONE)
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), time_zone: DEFAULT_TIME_ZONE }
}

/** Start and end of the period as it is; changing one makes it a selection. */
function Moments({ choice, preview, onChange }: Omit<Props, 'research'>) {
  const { t } = useTranslation('exports')
  const { interval, date_start, date_end } = choice
  const period = usePeriod(choice, preview)
  const zone = period?.time_zone ?? DEFAULT_TIME_ZONE
  const own = interval === 'selection' && date_start && date_end ? ([date_start, date_end] as const) : undefined
  const ends = own ?? (period && previewPeriodOf(period))
  const start = ends ? periodFieldOf(ends[0], 'start') : ''
  const end = ends ? periodFieldOf(ends[1], 'end') : ''
  const take = (first: string, last: string) => {
    if ([first, last].some(field => field < FIRST || instantOf(field, zone) === '')) return
    onChange(selected(choice, edgeInstant(first, 'start'), edgeInstant(last, 'end')))
  }
  return (
    <div className={classes.moments}>
      <DateTimeField zone={zone} label={t('from')} value={start} onChange={value => take(value, end)} />
      <DateTimeField zone={zone} label={t('until')} value={end} onChange={value => take(start, value)} />
    </div>
  )
}
