import { useMemo } from 'react'
import { isFromZero } from '#shared/rules/charts/axis.ts'
import { ENOUGH_DATA } from '#shared/rules/ingest/frame.ts'
import { entryOf } from '../../charts/drawing/picture.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import { type Edges, sharedEdges } from '../dashboard/edges.ts'
import type { StatisticsRead } from '../dashboard/queries.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainBox } from '../numbers/explanation.ts'
import { type SpreadRow, spreadOption, spreadRowAt } from './spread-option.ts'

const HEIGHT = 206

const useComfortWords = ({ t, edge: text }: ChartFacts) => {
  return {
    limit: (value: number) => t('limit', { value: text(value) }),
    comfort: ({ low, high }: Edges) => {
      if (low !== null && high !== null) return t('comfort.between', { low: text(low), high: text(high) })
      return low === null ? t('comfort.up_to', { high: text(high ?? 0) }) : t('comfort.from', { low: text(low) })
    },
  }
}

/** Boxes of an answer with all that is said of them. */
export const useSpread = (read: StatisticsRead, areas: readonly ChartArea[], facts: ChartFacts) => {
  const { t, decimals, unit, name, language } = facts
  const comfort = useComfortWords(facts)
  const { answer } = read
  // biome-ignore lint/correctness/useExhaustiveDependencies: edges follow from the definition
  const answered = useMemo(
    () =>
      answer
        ? answeredIn(answer, areas, facts.definition.type.abbreviation).flatMap(one =>
            one.of.box ? [{ ...one, box: one.of.box, edges: facts.edgesOf(one.area, one.of) }] : [],
          )
        : [],
    [answer, areas, facts.definition],
  )
  const shared = sharedEdges(answered.map(({ edges }) => edges))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const draw = useMemo(() => {
    const rows: SpreadRow[] = answered.map(({ area, of, box, edges }) => ({
      id: area.id,
      name: area.name,
      slot: area.slot,
      box,
      coverage: of.coverage,
      edges,
    }))
    const fromZero = isFromZero(facts.definition.quantity)
    return spreadOption({ rows, shared, fromZero, axis: { unit }, words: comfort })
  }, [answered, language])
  const content: CardContent = {
    table: {
      title: `${t(`spread.title.${facts.rows}`)}: ${name}`,
      columns: [
        { head: t(facts.rows === 'devices' ? 'figure.device' : 'figure.area') },
        ...(['min', 'p05', 'q1', 'median', 'mean', 'q3', 'p95', 'max'] as const).map(figure => ({
          head: t(`figure.${figure}`),
          unit,
          decimals,
        })),
        { head: t('figure.n'), decimals: 0 },
        { head: t('figure.coverage'), decimals: 0 },
      ],
      rows: answered.map(({ area, of, box }) => [
        area.name,
        ...[box.min, box.p05, box.q1, box.median, box.mean, box.q3, box.p95, box.max],
        box.n,
        of.coverage * 100,
      ]),
    },
    picture: {
      draw,
      foot: t('spread.note'),
      entries: answered.map(({ area }) => entryOf(area.name, area.slot)),
    },
  }
  return { answered, draw, content }
}

/** The sentence that helps most to read the boxes. */
const footOf = (answered: ReturnType<typeof useSpread>['answered'], { t }: ChartFacts): string => {
  if (answered.some(({ of }) => of.coverage < ENOUGH_DATA)) return t('spread.doubtful')
  if (answered.some(({ of }) => of.comfort)) return t('spread.by_age')
  const edges = answered.map(one => one.edges)
  const areOwn = sharedEdges(edges) === null && edges.some(({ low, high, limit }) => low ?? high ?? limit)
  return t(areOwn ? 'spread.own_edges' : 'press_to_explain')
}

interface Props {
  read: StatisticsRead
  spread: ReturnType<typeof useSpread>
  facts: ChartFacts
  below: string
}

export function SpreadCard({ read, spread: { answered, draw, content }, facts, below }: Props) {
  const { t, value, name, unit } = facts
  const explain = useExplain()
  const height = Math.max(HEIGHT, answered.length * 36 + 34)
  return (
    <ChartCard
      name={t(`spread.title.${facts.rows}`)}
      unit={`${name} ${unitFor(unit)}`}
      note={t('spread.note')}
      read={read}
      height={height}
      nothing={answered.length === 0 ? t('nothing') : undefined}
      content={content}
      below={below}
      foot={footOf(answered, facts)}
    >
      <OptionChart
        draw={draw}
        height={height}
        label={t('spread.label', { name, count: answered.length })}
        overlay={size =>
          answered.map(({ area, answered: one, of, box }, index) => (
            <button
              key={area.id}
              type="button"
              className={classes.over}
              style={{ left: 0, width: size.width, ...spreadRowAt(index, answered.length, size.height) }}
              aria-label={t('spread.row', {
                area: area.name,
                median: value(box.median),
                q1: value(box.q1),
                q3: value(box.q3),
              })}
              onClick={() => explain(explainBox(facts, { name: area.name, area: one, of }, box))}
            />
          ))
        }
      />
    </ChartCard>
  )
}
