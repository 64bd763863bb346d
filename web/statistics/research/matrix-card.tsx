import { Select } from '@mantine/core'
import { Fragment, useMemo, useState } from 'react'
import type { MeasurementStatistics } from '#shared/contract/measurements/statistics.ts'
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { CardContent } from '../dashboard/card-content.ts'
import { ChartCard } from '../dashboard/chart-card.tsx'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import dashboardClasses from '../dashboard/dashboard.module.css'
import type { ChangeResearch, ResearchDashboard } from './queries.ts'
import classes from './research.module.css'
import type { ResearchWords } from './words.ts'

const MatrixDialog = lazyPart(() => import('./matrix-dialog.tsx'))

/** Fewer pairs say nothing (design §8.4). */
const LEAST_PAIRS = 30
/** Strength of colour from which on its text is that of the card. */
const STRONG = 0.5

/** Share of colour of a cell (%): a strong one is nearly full, so that the text of the card can be read on it. */
const strengthOf = (r: number): number => {
  const strength = Math.abs(r)
  return Math.round(strength < STRONG ? strength * 100 : 90 + (strength - STRONG) * 20)
}

type Correlation = NonNullable<MeasurementStatistics['correlation']>

interface Cell {
  effect: string
  r: number | null
  correlation: Correlation | null
}

export const useMatrixRows = (
  { keys, matrix, lists, matrixOf, areas }: ResearchDashboard,
  facts: ChartFacts,
  words: ResearchWords,
) => {
  const nameOf = (key: string): string => definitionOf(key, undefined, lists)?.type.name ?? key
  const all = useMemo(
    () =>
      keys.slice(1).map((cause, index) => ({
        cause,
        cells: keys.slice(0, index + 1).map((effect): Cell => {
          const correlation = matrix.answers[index]?.areas[0]?.measurements[effect]?.correlation ?? null
          return { effect, r: correlation && correlation.n >= LEAST_PAIRS ? correlation.r : null, correlation }
        }),
      })),
    [keys, matrix.answers],
  )
  // The weather is known where a pro device hangs.
  const rows = all.filter(
    ({ cause, cells }) => !cause.startsWith('weather_') || cells.some(({ correlation }) => (correlation?.n ?? 0) > 0),
  )
  const effects = keys.slice(0, rows.length)
  const device = areas.find(({ id }) => id === matrixOf?.location_research_id)
  const content: CardContent = {
    table: {
      title: `${words('matrix.title')}: ${device?.name ?? ''}`,
      columns: [
        { head: words('matrix.first') },
        { head: words('matrix.second') },
        { head: 'r', decimals: 2 },
        { head: facts.t('correlation.lag_minutes'), decimals: 0 },
        { head: facts.t('correlation.pairs'), decimals: 0 },
      ],
      rows: rows.flatMap(({ cause, cells }) =>
        cells.map(({ effect, r, correlation }) => [
          nameOf(cause),
          nameOf(effect),
          r,
          r === null ? null : (correlation?.lag_minutes ?? null),
          correlation?.n ?? 0,
        ]),
      ),
    },
    picture: null,
  }
  return { rows, effects, nameOf, device, content }
}

interface Props {
  dashboard: ResearchDashboard
  matrix: ReturnType<typeof useMatrixRows>
  facts: ChartFacts
  words: ResearchWords
  below: string
  onChange: ChangeResearch
}

/** Correlations of the measurements of a device: steel where they rise together, brass where one falls. */
export function MatrixCard({
  dashboard,
  matrix: { rows, effects, nameOf, device, content },
  facts,
  words,
  below,
  onChange,
}: Props) {
  const [opened, setOpened] = useState<{ cause: string; effect: string } | null>(null)
  const { areas, keys, matrix, overview } = dashboard
  const { number } = facts
  const isTooFew = keys.length < 2
  return (
    <ChartCard
      name={words('matrix.title')}
      controls={
        <Select
          size="xs"
          className={dashboardClasses.cause}
          aria-label={words('matrix.device')}
          data={areas.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={device ? String(device.id) : null}
          allowDeselect={false}
          onChange={value => value && onChange({ matrix: Number(value) })}
        />
      }
      read={isTooFew ? overview : matrix.read}
      height={204}
      nothing={isTooFew ? words('matrix.too_few') : undefined}
      content={content}
      below={below}
      foot={words('matrix.foot')}
    >
      <div
        className={classes.matrix}
        style={{ gridTemplateColumns: `auto repeat(${Math.max(1, effects.length)}, minmax(0, 1fr))` }}
      >
        {rows.map(({ cause, cells }) => (
          <Fragment key={cause}>
            <span className={classes.matrixName}>
              <QuantityName name={nameOf(cause)} />
            </span>
            {effects.map(effect => {
              const cell = cells.find(one => one.effect === effect)
              if (!cell) return <span key={effect} />
              const { r } = cell
              return (
                <button
                  key={effect}
                  type="button"
                  className={classes.cell}
                  data-sign={r === null ? undefined : r < 0 ? 'minus' : 'plus'}
                  data-strong={(r !== null && Math.abs(r) >= STRONG) || undefined}
                  style={{ '--strength': `${strengthOf(r ?? 0)}%` }}
                  aria-label={words('matrix.cell', {
                    cause: nameOf(cause),
                    effect: nameOf(effect),
                    r: r === null ? words('matrix.none') : number(r, 2),
                  })}
                  onClick={() => setOpened({ cause, effect })}
                >
                  {r === null ? '–' : number(r, 2)}
                </button>
              )
            })}
          </Fragment>
        ))}
        <span />
        {effects.map(effect => (
          <span key={effect} className={classes.matrixFoot}>
            <QuantityName name={nameOf(effect)} />
          </span>
        ))}
      </div>
      <LazyOverlay when={opened !== null} onFailed={() => setOpened(null)}>
        {isOpen =>
          opened &&
          device && (
            <MatrixDialog opened={isOpen} {...{ dashboard, device }} pair={opened} onClose={() => setOpened(null)} />
          )
        }
      </LazyOverlay>
    </ChartCard>
  )
}
