import { MultiSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../kit/api/session.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { listedOf, MAX_AREAS } from '../dashboard/areas.ts'
import classes from '../dashboard/dashboard.module.css'
import type { ChangeSelection, Dashboard } from '../dashboard/queries.ts'
import type { Selection } from '../dashboard/selection.ts'
import { PeriodDates } from '../filters/period-filter.tsx'
import own from './comparison.module.css'
import { type Against, COMPARISONS, type Comparison } from './comparisons.ts'

interface Props {
  selection: Selection
  dashboard: Dashboard
  onChange: ChangeSelection
}

const startOf = (by: Comparison, before: Against | null): Against => ({
  by,
  areas: before?.areas ?? [],
  date: before?.date ?? null,
  dates: before?.dates ?? null,
})

/** Chooses what the selection is compared with: the common ones in one press, and what else they need. */
export function CompareBar({ selection, dashboard, onChange }: Props) {
  const { t } = useTranslation('statistics')
  const { against } = selection
  const change = (some: Partial<Against>) =>
    onChange(before => ({ against: before.against && { ...before.against, ...some } }))
  const press = (by: Comparison) =>
    onChange(before =>
      before.against?.by === by
        ? { against: null }
        : {
            against: startOf(by, before.against),
            // A placement as long as it runs has no period before.
            ...(before.means === 'research' && by !== 'areas' ? { means: 'day' as const } : {}),
          },
    )
  return (
    <section className={own.bar} aria-label={t('compare.title')}>
      <span className={own.name}>{t('compare.title')}</span>
      <div className={own.choices}>
        {COMPARISONS.map(by => (
          <button
            key={by}
            type="button"
            className={`${classes.pill} ${own.choice}`}
            aria-pressed={against?.by === by}
            onClick={() => press(by)}
          >
            {t(`compare.by.${by}`)}
          </button>
        ))}
      </div>
      {against && (
        <div className={own.fields}>
          {against.by === 'date' && <ChangeDate {...{ dashboard, against }} onDate={date => change({ date })} />}
          {against.by === 'dates' && <OtherDates {...{ dashboard, against }} onDates={dates => change({ dates })} />}
          <MultiSelect
            size="sm"
            searchable
            clearable
            className={own.areas}
            label={t('compare.areas')}
            placeholder={
              against.areas.length === 0
                ? t(`compare.areas_of.${against.by === 'areas' ? 'other' : 'same'}`)
                : undefined
            }
            nothingFoundMessage={t('filters.none_found')}
            maxValues={MAX_AREAS}
            data={dashboard.options.map(({ id, name, farm }) => ({ value: String(id), label: `${name}, ${farm}` }))}
            value={listedOf(against.areas, dashboard.options).map(String)}
            onChange={ids => change({ areas: ids.map(Number) })}
          />
        </div>
      )}
      {against && <Missing dashboard={dashboard} against={against} />}
    </section>
  )
}

interface OfAgainst {
  dashboard: Dashboard
  against: Against
}

function ChangeDate({
  dashboard: { overview },
  against,
  onDate,
}: OfAgainst & { onDate: (date: string | null) => void }) {
  const { t } = useTranslation('statistics')
  const { time_zone } = useUser()
  const { answer } = overview
  const dayOf = (time: string) => dateTimeIn(time, time_zone).slice(0, 10)
  return (
    <DateField
      size="sm"
      label={t('compare.date')}
      value={against.date ?? ''}
      {...(answer ? { min: dayOf(answer.from), max: dayOf(answer.until) } : {})}
      onChange={date => onDate(date || null)}
    />
  )
}

function OtherDates({
  dashboard: { compared },
  against,
  onDates,
}: OfAgainst & { onDates: (dates: Against['dates']) => void }) {
  const { t } = useTranslation('statistics')
  const [date_start, date_end] = against.dates ?? []
  return (
    <div>
      <span className={own.label}>{t('compare.dates')}</span>
      <PeriodDates
        period={{ interval: 'selection', index: 0, date_start, date_end }}
        overview={compared.overview}
        onPeriod={next => {
          const { date_start: start, date_end: end } = next({ interval: 'selection', index: 0 })
          if (start && end) onDates([start, end])
        }}
      />
    </div>
  )
}

/** Says what is still to be chosen, or that there is nothing to compare with. */
function Missing({ dashboard: { compared, overview }, against }: OfAgainst) {
  const { t } = useTranslation('statistics')
  if (compared.isEmpty) return <Note status="no_data">{t('compare.empty')}</Note>
  if (!overview.answer || overview.old || compared.sides) return null
  if (against.by === 'before' || against.by === 'year') return null
  const isOutside = against.by === 'date' && against.date !== null
  return <Note status="no_data">{t(isOutside ? 'compare.outside' : `compare.choose.${against.by}`)}</Note>
}
