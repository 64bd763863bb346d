import { chaos } from '../chaos.ts'
import { ms, type Row } from '../table.ts'

/** `BENCH_CHAOS_MINUTES=30 npm run bench -- chaos` is what is promised. */
const MINUTES = Number(process.env.BENCH_CHAOS_MINUTES ?? 5)
const MOST_MS = 30_000

/** Load on a set-up of several processes, of which any is killed and any store restarted at random. */
export const chaosRows = async (): Promise<Row[]> => {
  const { disturbances, acknowledged, lost, recovered, alerts, reports } = await chaos(MINUTES, line =>
    process.stderr.write(`${line}\n`),
  )
  const many = Object.entries(disturbances).map(([name, count]) => `${name} ×${count}`)
  const slowest = Math.max(0, ...recovered)
  if (lost.length > 0) process.stderr.write(`lost or doubled: ${lost.slice(0, 20).join(', ')}\n`)
  return [
    {
      what: `chaos, ${MINUTES} minutes (${many.join(', ')}): messages lost or doubled`,
      measured: `${lost.length} of ${acknowledged.toLocaleString('en')}`,
      target: '0',
      ok: lost.length === 0 && acknowledged > 0,
    },
    {
      what: '  until every process was back, at most',
      measured: ms(slowest),
      target: `≤ ${MOST_MS / 1000} s`,
      ok: slowest <= MOST_MS,
    },
    {
      what: '  alerts opened, and told exactly once',
      measured: `${alerts.opened}, ${alerts.told} of ${alerts.expected} (${alerts.toldTwice} twice)`,
      target: 'each',
      ok: alerts.opened === alerts.expected && alerts.told === alerts.expected,
    },
    {
      what: '  reports mailed exactly once',
      measured: `${reports.mailed} of ${reports.expected}`,
      target: 'each',
      ok: reports.mailed === reports.expected,
    },
  ]
}
