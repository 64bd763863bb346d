import type { Row } from '../table.ts'
import { update } from '../update.ts'

/** `BENCH_UPDATE_FROM=<commit of the last release> npm run bench -- update` is part of a release. */
const FROM = process.env.BENCH_UPDATE_FROM ?? 'HEAD~100'
/** Minutes of each of three: the old release alone, both, this one alone. */
const MINUTES = Number(process.env.BENCH_UPDATE_MINUTES ?? 3)

/** An update of a set-up of several processes, in which the last release goes on while this one has changed the tables. */
export const updateRows = async (): Promise<Row[]> => {
  const say = (line: string) => void process.stderr.write(`${line}\n`)
  const { from, acknowledged, lost, failed, answered, kinds, alerts, reports, unfinished, errors } = await update(
    FROM,
    MINUTES,
    say,
  )
  for (const line of [...new Set([...failed, ...errors])].slice(0, 20)) say(line)
  return [
    {
      what: `update from ${from}, ${MINUTES} minutes before it, with both releases and after it: messages lost or doubled`,
      measured: `${lost.length} of ${acknowledged.toLocaleString('en')}`,
      target: '0',
      ok: lost.length === 0 && acknowledged > 0,
    },
    {
      what: '  calls that failed',
      measured: `${failed.length} beside ${answered.toLocaleString('en')} reads of ${kinds} kinds`,
      target: '0',
      ok: failed.length === 0 && answered > 0,
    },
    {
      what: '  errors in the logs',
      measured: String(errors.length),
      target: '0',
      ok: errors.length === 0,
    },
    {
      what: '  alerts told exactly once',
      measured: `${alerts.told} of ${alerts.expected} (${alerts.toldTwice} twice)`,
      target: 'each',
      ok: alerts.told === alerts.expected,
    },
    {
      what: '  reports mailed exactly once',
      measured: `${reports.mailed} of ${reports.expected}`,
      target: 'each',
      ok: reports.mailed === reports.expected && reports.mailed > 0,
    },
    {
      what: '  minutes of alerts behind, at the end of each',
      measured: unfinished.join(', '),
      target: '≤ 1',
      ok: unfinished.every(minutes => minutes <= 1),
    },
  ]
}
