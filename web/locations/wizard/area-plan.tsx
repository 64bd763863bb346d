import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import { bodiesIn, bodyLength, type FloorPlan, penAt } from './plan.ts'

const WIDE = 640
const TALL = 420
const MARGIN = { left: 44, top: 34 }
const MAX_BODIES = 600

/** A measure outside the walls, with end ticks. */
function Measure({ length, text, upright }: { length: number; text: string; upright?: boolean }) {
  const place = upright
    ? `translate(${MARGIN.left - 24} ${MARGIN.top}) rotate(90)`
    : `translate(${MARGIN.left} ${MARGIN.top - 16})`
  return (
    <g transform={place}>
      <path d={`M0 -5V5M0 0H${length}M${length} -5V5`} stroke="var(--bm-ink2)" strokeWidth="1.2" fill="none" />
      <g transform={upright ? `translate(${length / 2} 0) rotate(180)` : `translate(${length / 2} 0)`}>
        <rect x="-38" y="-10" width="76" height="20" fill="var(--bm-card)" />
        <text textAnchor="middle" y="5" fontSize="14" fontWeight="640" fill="var(--bm-ink)">
          {text}
        </text>
      </g>
    </g>
  )
}

function Pen({ plan, scale, species, drawn }: { plan: FloorPlan; scale: number; species: string; drawn: boolean }) {
  const [width, height] = [plan.penWidth * scale, plan.penDepth * scale]
  const length = Math.min(bodyLength(species) * scale, width * 0.9, height * 0.9)
  if (!drawn)
    return (
      <>
        <rect width={width} height={height} fill="var(--bm-noneSoft)" stroke="var(--bm-edge)" strokeWidth="1.1" />
        {width > 26 && height > 16 && plan.animalsEach > 0 && (
          <text
            x={width / 2}
            y={height / 2 + 4}
            textAnchor="middle"
            fontSize="12"
            fontWeight="560"
            fill="var(--bm-ink2)"
          >
            {plan.animalsEach}
          </text>
        )}
      </>
    )
  return (
    <>
      <rect width={width} height={height} fill="var(--bm-card)" stroke="var(--bm-edge)" strokeWidth="1.1" />
      {bodiesIn(plan.penWidth, plan.penDepth, Math.min(plan.animalsEach, MAX_BODIES)).map(({ x, y, turn }, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: animals have no other name
          key={index}
          x={-length / 2}
          y={-length / 5}
          width={length}
          height={length / 2.5}
          rx={length / 5}
          fill="var(--bm-ink2)"
          opacity=".62"
          transform={`translate(${x * scale} ${y * scale}) rotate(${turn})`}
        />
      ))}
    </>
  )
}

function Pens({ plan, scale, species }: { plan: FloorPlan; scale: number; species: string }) {
  const animals = plan.across * plan.deep * plan.animalsEach
  return Array.from({ length: plan.across * plan.deep }, (_, index) => {
    const { x, y } = penAt(plan, index % plan.across, Math.floor(index / plan.across))
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the grid
      <g key={index} transform={`translate(${x * scale} ${y * scale})`}>
        <Pen plan={plan} scale={scale} species={species} drawn={animals <= MAX_BODIES || index === 0} />
      </g>
    )
  })
}

/** The floor from above, to scale: walls, groups, walkway, and the animals at their real length. */
export function AreaPlan({ plan, species, name }: { plan: FloorPlan; species: string; name: string }) {
  const { t } = useTranslation('places')
  const format = useFormat()
  const metres = (value: number) =>
    format.value(value, Math.abs(value * 10 - Math.round(value * 10)) < 1e-6 ? 1 : 2, 'm')
  const scale = Math.min(WIDE / plan.width, TALL / plan.depth)
  const [width, height] = [plan.width * scale, plan.depth * scale]
  const walkwayAt = Math.ceil(plan.deep / 2) * plan.penDepth * scale
  const walkwayHigh = plan.walkway * scale
  const said = t('plan.spoken', {
    name,
    width: metres(plan.width),
    depth: metres(plan.depth),
    groups: plan.across * plan.deep,
    animals: plan.animalsEach,
  })
  return (
    <svg
      viewBox={`0 0 ${width + MARGIN.left + 6} ${height + MARGIN.top + 6}`}
      role="img"
      aria-label={said}
      style={{ display: 'block', width: '100%', maxWidth: width + MARGIN.left + 6, margin: '8px auto 0' }}
    >
      <Measure length={width} text={metres(plan.width)} />
      <Measure length={height} text={metres(plan.depth)} upright />
      <g transform={`translate(${MARGIN.left} ${MARGIN.top})`}>
        <rect width={width} height={height} fill="var(--bm-sunk)" />
        <Pens plan={plan} scale={scale} species={species} />
        {plan.deep > 0 && walkwayHigh > 16 && (
          <text
            x={width / 2}
            y={walkwayAt + walkwayHigh / 2 + 4}
            textAnchor="middle"
            fontSize="12.5"
            fontWeight="560"
            fill="var(--bm-ink2)"
          >
            {t('plan.walkway', { width: metres(plan.walkway) })}
          </text>
        )}
        <rect width={width} height={height} fill="none" stroke="var(--bm-ink)" strokeWidth="3" />
      </g>
    </svg>
  )
}
