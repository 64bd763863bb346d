import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { AreaMark } from '../dashboard/area-mark.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { useExplain } from './explain.tsx'
import { explainFigure } from './explanation.ts'
import { PEAK_COLUMNS, type PeakColumn, type PeakTableRow, type Sorting, sharedLimit, sortedRows } from './peak-rows.ts'
import table from './peaks.module.css'

const FIGURES = ['mean', 'median', 'p95', 'hours_over_limit', 'in_comfort', 'coverage'] as const
type Figure = (typeof FIGURES)[number]

export const usePeaks = (read: StatisticsRead, areas: readonly ChartArea[], facts: ChartFacts) => {
  const { t, name, unit, decimals } = facts
  const { answer } = read
  const rows = useMemo<PeakTableRow[]>(
    () =>
      answer
        ? answeredIn(answer, areas, facts.definition.type.abbreviation).flatMap(one => {
            const { peak } = one.of
            if (!peak) return []
            const { low, high, limit } = peak
            return [{ ...one, peak, edges: { low, high, limit } }]
          })
        : [],
    [answer, areas, facts.definition],
  )
  const share = (value: number | null) => (value === null ? null : value * 100)
  const content: CardContent = {
    table: {
      title: `${t('peaks.title')}: ${name}`,
      columns: [
        { head: t(facts.rows === 'devices' ? 'figure.device' : 'figure.area') },
        { head: t('figure.farm') },
        ...(['mean', 'median', 'p95'] as const).map(figure => ({
          head: t(`figure.${figure}`),
          unit,
          decimals,
        })),
        { head: t('peaks.limit'), unit, decimals },
        { head: t('figure.hours_over_limit'), decimals: 1 },
        { head: `${t('figure.in_comfort')} (%)`, decimals: 0 },
        { head: `${t('figure.coverage')}`, decimals: 0 },
      ],
      rows: rows.map(({ area, of, peak }) => [
        area.name,
        area.farm,
        peak.mean,
        peak.median,
        peak.p95,
        peak.limit,
        peak.hours_over_limit,
        share(peak.in_comfort),
        of.coverage * 100,
      ]),
    },
    picture: null,
  }
  return { rows, content }
}

interface Props {
  read: StatisticsRead
  peaks: ReturnType<typeof usePeaks>
  facts: ChartFacts
  below: string
}

const useTexts =
  ({ number, figure: shown, t }: ChartFacts) =>
  (figure: Figure, { of, peak }: PeakTableRow): string | null => {
    if (figure === 'coverage') return t('percent', { share: Math.round(of.coverage * 100) })
    const value = peak[figure]
    if (value === null) return null
    if (figure === 'in_comfort') return t('percent', { share: Math.round(value * 100) })
    if (figure === 'hours_over_limit') return t('hours', { hours: number(value, value > 0 && value < 10 ? 1 : 0) })
    return shown(value)
  }

/** Mean, median, peaks, and how long the animals had it outside of what is good for them: a row for each area. */
export function PeaksCard({ read, peaks: { rows, content }, facts, below }: Props) {
  const { t, name, unit } = facts
  const isDesktop = useIsDesktop()
  return (
    <ChartCard
      name={t('peaks.title')}
      unit={`${name} ${unitFor(unit)}`}
      read={read}
      height={200}
      nothing={rows.length === 0 ? t('nothing') : undefined}
      content={content}
      below={below}
      className={classes.whole}
      foot={t('press_to_explain')}
    >
      {isDesktop ? <Rows rows={rows} facts={facts} /> : <Cards rows={rows} facts={facts} />}
    </ChartCard>
  )
}

interface RowsProps {
  rows: readonly PeakTableRow[]
  facts: ChartFacts
}

/** A number that tells, when it is pressed, how it came about. */
function FigureButton({ row, figure, facts }: { row: PeakTableRow; figure: Figure; facts: ChartFacts }) {
  const { t, value } = facts
  const explain = useExplain()
  const text = useTexts(facts)(figure, row)
  if (text === null) return <span>–</span>
  const { area, answered, of, peak, edges } = row
  const told = figure === 'mean' || figure === 'median' || figure === 'p95' ? value(peak[figure] ?? 0) : text
  return (
    <button
      type="button"
      className={table.figure}
      data-doubtful={of.coverage < ENOUGH_DATA || undefined}
      title={t('why', { name: t(`figure.${figure}`) })}
      onClick={() =>
        explain(explainFigure(facts, figure, told, { name: area.name, area: answered, of, edges, n: peak.n }))
      }
    >
      {text}
    </button>
  )
}

function Bar({ share }: { share: number }) {
  return (
    <span className={table.bar} aria-hidden="true">
      <i style={{ width: `${share * 100}%` }} />
    </span>
  )
}

/** A limit as laws write it, without a zero behind the point. */
const limitText = ({ edge, unit }: ChartFacts, limit: number): string => `${edge(limit)}\u00A0${unitFor(unit)}`

/** Head of a column; over the limit it says which, where that is one. */
const useHead =
  (facts: ChartFacts, limit: number | null) =>
  (column: PeakColumn): string =>
    column === 'hours_over_limit' && limit !== null
      ? facts.t('peaks.over', { limit: limitText(facts, limit) })
      : facts.t(`figure.${column}`)

function Rows({ rows, facts }: RowsProps) {
  const { t } = facts
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const limit = sharedLimit(rows)
  const headOf = useHead(facts, limit)
  const sort = (column: PeakColumn) =>
    setSorting(before => ({
      column,
      descending: before?.column === column ? !before.descending : column !== 'area' && column !== 'farm',
    }))
  const sorted = sorting ? sortedRows(rows, sorting) : rows
  return (
    <table className={table.peaks}>
      <thead>
        <tr>
          {PEAK_COLUMNS.map(column => {
            const order = sorting?.column === column ? (sorting.descending ? 'descending' : 'ascending') : undefined
            const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp
            return (
              <th key={column} scope="col" aria-sort={order} data-column={column}>
                <button type="button" onClick={() => sort(column)}>
                  {headOf(column)}
                  {order && <Arrow size={14} stroke={2} aria-hidden="true" />}
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody>
        {sorted.map(row => (
          <tr key={row.area.id}>
            <th scope="row">
              <span className="bm-row">
                <AreaMark slot={row.area.slot} /> {row.area.name}
              </span>
            </th>
            <td className="bm-muted">{row.area.farm}</td>
            {FIGURES.map(figure => (
              <td key={figure} data-number>
                {figure === 'in_comfort' && row.peak.in_comfort !== null && <Bar share={row.peak.in_comfort} />}
                <FigureButton row={row} figure={figure} facts={facts} />
                {figure === 'hours_over_limit' && limit === null && row.edges.limit !== null && (
                  <small>{t('peaks.over_short', { limit: limitText(facts, row.edges.limit) })}</small>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The same on a narrow screen, a card for each area. */
function Cards({ rows, facts }: RowsProps) {
  const limit = sharedLimit(rows)
  const headOf = useHead(facts, limit)
  return (
    <ul className={table.cards}>
      {rows.map(row => (
        <li key={row.area.id}>
          <p className="bm-row">
            <AreaMark slot={row.area.slot} /> <b className="bm-grow">{row.area.name}</b>
            <span className="bm-muted bm-small">{row.area.farm}</span>
          </p>
          <dl>
            {FIGURES.map(figure => (
              <div key={figure}>
                <dt>{headOf(figure)}</dt>
                <dd>
                  <FigureButton row={row} figure={figure} facts={facts} />
                  {figure === 'in_comfort' && row.peak.in_comfort !== null && <Bar share={row.peak.in_comfort} />}
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
