export interface Row {
  what: string
  measured: string
  /** Number of the bare engine, where there is a comparison. */
  bare?: string
  ratio?: string
  target: string
  ok: boolean
}

const HEAD = ['What', 'Measured', 'Bare engine', 'Ratio', 'Target', '']

export const printTable = (rows: Row[]): void => {
  const cells = rows.map(row => [
    row.what,
    row.measured,
    row.bare ?? '',
    row.ratio ?? '',
    row.target,
    row.ok ? 'ok' : 'MISSED',
  ])
  const lines = [HEAD, HEAD.map(() => ''), ...cells]
  const widths = HEAD.map((_, column) => Math.max(...lines.map(line => line[column]!.length), 3))
  lines.forEach((line, index) => {
    const padded = line.map((cell, column) =>
      index === 1 ? '-'.repeat(widths[column]!) : cell.padEnd(widths[column]!),
    )
    console.log(`| ${padded.join(' | ')} |`)
  })
  const missed = rows.filter(row => !row.ok).length
  console.log(missed === 0 ? '\nEvery target is reached.' : `\nMISSED: ${missed} of ${rows.length} targets.`)
}

/** The value below which a share of the sorted values lies. */
export const percentile = (values: number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: number[]): number => percentile(values, 0.5)

export const perSecond = (count: number): string => `${Math.round(count).toLocaleString('en')}/s`
export const ms = (value: number): string => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`
export const times = (value: number): string => `${value.toFixed(2)} ×`
