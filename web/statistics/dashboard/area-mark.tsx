import { COMPARED_DASH, DASH } from '../../charts/drawing/chart-theme.ts'

/** Shapes of the bubbles, as ECharts draws them. */
const SHAPES = [
  'M8 2a6 6 0 1 0 .01 0Z',
  'M2.5 2.5H13.5V13.5H2.5Z',
  'M8 2L14.5 13.5H1.5Z',
  'M8 1L15 8L8 15L1 8Z',
  'M8 15C5 11 3 9 3 6.2a5 5 0 0 1 10 0C13 9 11 11 8 15Z',
  'M1 4.5H15V11.5H1Z',
  'M8 1.5L14 14.5L8 11L2 14.5Z',
  'M6 1H10V6H15V10H10V15H6V10H1V6H6Z',
] as const

/** Sign of an area: the colour with the shape of its bubbles, or with a piece of its line. */
export function AreaMark({ slot, line, isSecond }: { slot: number; line?: boolean; isSecond?: boolean | undefined }) {
  const colour = `var(--bm-s${slot + 1})`
  const dash = isSecond ? COMPARED_DASH : DASH[slot % DASH.length]
  if (line)
    return (
      <svg width="18" height="4" aria-hidden="true">
        <path
          d="M0 2H18"
          stroke={colour}
          strokeWidth="3"
          strokeDasharray={typeof dash === 'string' ? undefined : dash?.join(' ')}
        />
      </svg>
    )
  return (
    <svg width="13" height="13" viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[slot % SHAPES.length]} fill={colour} />
    </svg>
  )
}
