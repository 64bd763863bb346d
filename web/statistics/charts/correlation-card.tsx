import { Checkbox, Select } from '@mantine/core'
import { useMemo } from 'react'
import type { z } from 'zod'
import type { CorrelationAnswer } from '#shared/contract/measurements/statistics.ts'
import { isFromZero } from '#shared/rules/charts/axis.ts'
import { type DefinitionLists, definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { entryOf } from '../../charts/drawing/picture.ts'
import { OptionChart } from '../../charts/option-chart.tsx'
import { unitFor } from '../../kit/language/viewer-formats.ts'
import { changed } from '../../kit/routing/changes.ts'
import { usePressed } from '../../kit/routing/pressed.ts'
import { AreaMark } from '../dashboard/area-mark.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import { answeredIn, type ChartFacts } from '../dashboard/chart-facts.ts'
import classes from '../dashboard/dashboard.module.css'
import type { Dashboard, StatisticsRead } from '../dashboard/queries.ts'
import type { Asked, Selection } from '../dashboard/selection.ts'
import { useExplain } from '../numbers/explain.tsx'
import { explainCorrelation } from '../numbers/explanation.ts'
import { type Bubbles, correlationOption } from './correlation-option.ts'

type Correlation = z.infer<typeof CorrelationAnswer>

/** px of the drawing, and of each line below it. */
const HEIGHT = 204
const LINE = 26

/** px of the whole body for so many areas. */
export const correlationHeight = (areas: number): number => HEIGHT + LINE * areas + 4

export const useCorrelation = (
  read: StatisticsRead,
  areas: readonly ChartArea[],
  facts: ChartFacts,
  { asked, lists }: { asked: Asked; lists: DefinitionLists },
) => {
  const { t, name, unit, decimals, language } = facts
  const { answer } = read
  const cause = useMemo(() => definitionOf(asked.cause ?? '', undefined, lists), [asked.cause, lists])
  const answered = useMemo(
    () =>
      answer
        ? answeredIn(answer, areas, facts.definition.type.abbreviation).flatMap(one =>
            one.of.correlation ? [{ ...one, correlation: one.of.correlation }] : [],
          )
        : [],
    [answer, areas, facts.definition],
  )
  const causeName = cause ? `${cause.type.name} ${unitFor(cause.quantity.unit)}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words are those of the language
  const draw = useMemo(() => {
    const bubbles: Bubbles[] = answered.map(({ area, correlation }) => ({
      slot: area.slot,
      name: area.name,
      x: correlation.x,
      y: correlation.y,
      coverage: correlation.coverage,
      significant: correlation.significant,
    }))
    const fromZero = {
      x: cause ? isFromZero(cause.quantity) && !asked.cause?.startsWith('weather_') : false,
      y: isFromZero(facts.definition.quantity),
    }
    return correlationOption(bubbles, fromZero, { x: causeName, units: { x: cause?.quantity.unit ?? '', y: unit } })
  }, [answered, cause, language])
  const points = answered.reduce((sum, { correlation }) => sum + correlation.x.length, 0)
  const content: CardContent = {
    table: {
      title: t('correlation.title_with', { name, cause: cause?.type.name ?? '' }),
      columns: [
        { head: t(facts.rows === 'devices' ? 'figure.device' : 'figure.area') },
        { head: t('correlation.r'), decimals: 2 },
        { head: t('correlation.lag_minutes'), decimals: 0 },
        { head: t('correlation.pairs'), decimals: 0 },
        { head: t('correlation.effective'), decimals: 0 },
        { head: t('correlation.says') },
      ],
      rows: answered.map(({ area, correlation }) => [
        area.name,
        correlation.r,
        correlation.lag_minutes,
        correlation.n,
        correlation.effective,
        saidOf(correlation, facts),
      ]),
    },
    picture: {
      draw,
      foot: t('correlation.foot', { name, unit: unitFor(unit) }),
      entries: answered.map(({ area }) => entryOf(area.name, area.slot)),
    },
  }
  return { answered, draw, content, cause, points, decimals }
}

const saidOf = ({ r, significant }: Correlation, { t }: ChartFacts): string => {
  if (r === null) return t('correlation.too_little')
  return significant ? t(r > 0 ? 'correlation.rises' : 'correlation.falls') : t('correlation.chance')
}

interface Props {
  read: StatisticsRead
  chart: ReturnType<typeof useCorrelation>
  facts: ChartFacts
  dashboard: Pick<Dashboard, 'causes' | 'asked' | 'overview'>
  below: string
  onChange: (change: Partial<Selection>) => void
}

/** Bubbles of two measurements in the same steps, and how far they go together in each area. */
export function CorrelationCard({
  read,
  chart,
  facts,
  dashboard: { causes, asked, overview },
  below,
  onChange,
}: Props) {
  const { answered, draw, content, cause, points } = chart
  const { t, name } = facts
  const pattern = { withoutDayPattern: asked.withoutDayPattern }
  const [{ withoutDayPattern }, press] = usePressed(pattern, some => onChange(changed(pattern, some)))
  const areas = Math.max(1, answered.length)
  return (
    <ChartCard
      name={t('correlation.title', { name })}
      controls={
        <Select
          size="xs"
          className={classes.cause}
          aria-label={t('correlation.choose', { name })}
          data={causes.options}
          value={asked.cause}
          searchable={causes.options.length > 8}
          allowDeselect={false}
          onChange={value => value && onChange({ cause: value })}
        />
      }
      // A card without a second quantity waits for nothing.
      read={asked.cause === null ? overview : read}
      height={correlationHeight(areas)}
      nothing={asked.cause === null || points === 0 ? t('correlation.nothing') : undefined}
      content={content}
      below={below}
      foot={
        <Checkbox
          size="xs"
          label={t('correlation.without_day_pattern')}
          checked={withoutDayPattern}
          onChange={event => press({ withoutDayPattern: event.currentTarget.checked })}
        />
      }
    >
      <OptionChart
        draw={draw}
        height={HEIGHT}
        label={t('correlation.label', { name, cause: cause?.type.name ?? '', count: answered.length })}
      />
      <CorrelationResults chart={chart} facts={facts} asked={asked} />
    </ChartCard>
  )
}

const shortOf = ({ r, lag_minutes }: Correlation, { t, number }: ChartFacts): string =>
  r === null ? 'r = –' : t('correlation.short', { r: number(r, 2), minutes: lag_minutes ?? 0 })

/** Row of each area: how far both go together; pressed, it tells how that was worked out. */
export function CorrelationResults({
  chart: { answered, cause },
  facts,
  asked,
}: Pick<Props, 'chart' | 'facts'> & { asked: Asked }) {
  const { t } = facts
  const explain = useExplain()
  return (
    <ul className={classes.results}>
      {answered.map(({ area, answered: one, of, correlation }) => (
        <li key={area.id}>
          <button
            type="button"
            className={classes.result}
            data-weak={!correlation.significant || undefined}
            title={t('why', { name: 'r' })}
            onClick={() =>
              explain(
                explainCorrelation(
                  facts,
                  { name: area.name, area: one, of },
                  { correlation, cause: cause?.type.name ?? '', withoutDayPattern: asked.withoutDayPattern },
                ),
              )
            }
          >
            <AreaMark slot={area.slot} />
            <span className="bm-grow">{area.name}</span>
            <b className="bm-num bm-nowrap">{shortOf(correlation, facts)}</b>
            <span className={classes.says}>{saidOf(correlation, facts)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
