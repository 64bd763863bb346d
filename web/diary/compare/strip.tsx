import type { StripData } from './cells.ts'

const [WIDTH, HEIGHT, AIR] = [84, 22, 3]

const x = (index: number, count: number): number => AIR + 3 + (index * (WIDTH - 2 * AIR - 6)) / Math.max(1, count - 1)

function Line({ values }: { values: readonly (number | null)[] }) {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, left: x(index, values.length) }]))
  const [low, high] = [Math.min(...points.map(({ value }) => value)), Math.max(...points.map(({ value }) => value))]
  const top = (value: number) =>
    high === low ? HEIGHT / 2 : HEIGHT - AIR - 2 - ((value - low) / (high - low)) * (HEIGHT - 2 * AIR - 4)
  const last = points.at(-1)
  if (!last) return null
  return (
    <>
      <rect width={WIDTH} height={HEIGHT} rx="5" fill="var(--bm-sunk)" opacity=".55" />
      <path
        d={`M${points.map(({ value, left }) => `${left.toFixed(1)} ${top(value).toFixed(1)}`).join('L')}`}
        fill="none"
        stroke="var(--bm-steel)"
        strokeWidth="1.7"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={last.left} cy={top(last.value)} r="2.8" fill="var(--bm-steel)" />
    </>
  )
}

function Blocks({ values }: { values: readonly (boolean | number | null)[] }) {
  const each = WIDTH / Math.max(6, values.length)
  return values.map((value, index) => {
    if (value === null) return null
    const share = typeof value === 'number' ? value : 1
    const height = (HEIGHT - 6) * share
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: a visit is where it is
        key={index}
        x={index * each + 1}
        y={HEIGHT - 3 - height}
        width={each - 2.4}
        height={height}
        rx="2"
        fill={value === false ? 'none' : 'var(--bm-steel)'}
        stroke="var(--bm-steel)"
        strokeWidth="1.3"
      />
    )
  })
}

/** All visits at a glance; the cells beside it say the same. */
export function Strip({ strip }: { strip: StripData | null }) {
  if (!strip) return null
  return (
    <svg width={WIDTH} height={HEIGHT} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {strip.kind === 'line' ? <Line values={strip.values} /> : <Blocks values={strip.values} />}
    </svg>
  )
}
