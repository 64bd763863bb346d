import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { BenchmarkValue } from '#shared/contract/places/benchmarks.ts'
import { useBenchmarkWords } from '../../benchmarks/benchmark-words.ts'
import classes from '../../benchmarks/benchmarks.module.css'
import { BENCHMARKS } from '../../benchmarks/queries.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { AreaMark } from './area-mark.tsx'
import type { CardContent } from './card-content.ts'
import { ChartCard } from './chart-card.tsx'
import type { ChartFacts } from './chart-facts.ts'
import dashboardClasses from './dashboard.module.css'
import type { Dashboard, StatisticsRead } from './queries.ts'

/** Values of the areas that are shown beside the middle half of farms; null where none of them takes part. */
export const useBenchmark = ({ lists, areas, asked }: Dashboard, facts: ChartFacts) => {
  const { t } = useTranslation('benchmarks')
  const { data } = useQuery(BENCHMARKS)
  const words = useBenchmarkWords(lists)
  const { name, unit, decimals } = facts
  const rows = areas.flatMap(area =>
    (data ?? []).flatMap(({ week, values }) =>
      values
        .filter(value => value.area_id === area.id && value.measurement === asked.measurement)
        .map(value => ({ area, week: week ?? '', value, said: words(value) })),
    ),
  )
  if (rows.length === 0) return null
  const content: CardContent = {
    table: {
      title: `${t('card.title')}: ${name}`,
      columns: [
        { head: facts.t('figure.area') },
        { head: t('card.week') },
        { head: facts.t('figure.mean'), unit, decimals },
        { head: t('card.low'), unit, decimals },
        { head: t('card.high'), unit, decimals },
        { head: t('card.farms'), decimals: 0 },
        { head: t('card.says') },
      ],
      rows: rows.map(({ area, week, value, said }) => [
        ...[area.name, week, value.value],
        ...[value.middle_half?.low ?? null, value.middle_half?.high ?? null, value.middle_half?.farms ?? null],
        said.standing,
      ]),
    },
    picture: null,
  }
  return { rows, content }
}

/** Ends of the scale that all values and middle halves fit on. */
const endsOf = (values: readonly BenchmarkValue[]): { least: number; most: number } => {
  const all = values.flatMap(({ value, middle_half: half }) => (half ? [value, half.low, half.high] : [value]))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = (high - low) * 0.1 || 1
  return { least: low - room, most: high + room }
}

interface Props {
  benchmark: NonNullable<ReturnType<typeof useBenchmark>>
  read: StatisticsRead
  facts: ChartFacts
  below: string
}

/** Areas beside the middle half of the farms with the same animals, in words and on a scale. */
export function BenchmarkCard({ benchmark: { rows, content }, read, facts, below }: Props) {
  const { t } = useTranslation('benchmarks')
  const { least, most } = endsOf(rows.map(({ value }) => value))
  const at = (value: number): string => `${((value - least) / (most - least)) * 100}%`
  const [first] = rows
  return (
    <ChartCard
      name={t('card.title')}
      unit={`${facts.name} ${unitFor(facts.unit)}, ${t('week', { week: first?.week ?? '' })}`}
      note={t('card.note')}
      read={read}
      height={rows.length * 34}
      content={content}
      below={below}
      className={dashboardClasses.whole}
      foot={t('card.how')}
    >
      <ul className={classes.rows}>
        {rows.map(({ area, value, said }) => (
          <li key={area.id} className={classes.row}>
            <span>
              <AreaMark slot={area.slot} /> <b>{area.name}</b> {said.value}: {said.standing}
            </span>
            <Scale value={value} at={at} />
          </li>
        ))}
      </ul>
    </ChartCard>
  )
}

/** Drawing of what the words beside it say. */
function Scale({ value: { value, middle_half: half }, at }: { value: BenchmarkValue; at: (value: number) => string }) {
  return (
    <span className={classes.scale} aria-hidden="true">
      {half && <i className={classes.half} style={{ left: at(half.low), right: `calc(100% - ${at(half.high)})` }} />}
      <i className={classes.mark} style={{ left: at(value) }} />
    </span>
  )
}
