import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { type Fleet, fleet } from '../fleet.ts'
import { median, ms, percentile, perSecond, type Row } from '../table.ts'

/** `BENCH_DEVICES=100000 BENCH_MINUTES=30 npm run bench -- fleet` is what sizing speaks of, on a machine with nothing else to do. */
const DEVICES = Number(process.env.BENCH_DEVICES ?? 2000)
const MINUTES = Number(process.env.BENCH_MINUTES ?? 3)
/** Connections that are kept: of each one message is under way, and answers may take a second. */
const CONNECTIONS = Number(process.env.BENCH_CONNECTIONS ?? Math.max(256, Math.round(DEVICES / 50)))
/** ms that messages wait for company: what sizing advises from some thousand devices on. */
const GATHER_MS = Number(process.env.BENCH_GATHER_MS ?? 200)
/** Processes that do the clock's work. */
const CLOCKS = Number(process.env.BENCH_JOBS ?? 1)
const ALERTS_MS = 45_000

const count = (value: number): string => Math.round(value).toLocaleString('en')
const megabytes = (bytes: number): string => `${count(bytes / 1e6)} MB`

/** Devices that send each minute, against two processes that answer calls, one of the clock's work unless said otherwise, two shards and PostgreSQL. */
export const fleetRows = async (): Promise<Row[]> => {
  const took = await fleet(
    { devices: DEVICES, minutes: MINUTES, connections: CONNECTIONS, gatherMs: GATHER_MS, clocks: CLOCKS },
    line => process.stderr.write(`${line}\n`),
  )
  const { sent, seconds, lags, minutes, unfinished, stored, lost } = took
  const wanted = (1000 * DEVICES) / MINUTE_MS
  const rate = sent.messages / seconds
  const refused = Object.entries(sent.refused).map(([status, many]) => `${status} ×${many}`)
  return [
    {
      what: `fleet of ${count(DEVICES)} devices, a message of 12 values a minute, ${MINUTES} minutes, gathered for ${GATHER_MS} ms: acknowledged`,
      measured: `${perSecond(rate)} (${count(sent.messages)} messages, ${count(sent.requests)} requests)`,
      target: `≥ 98 % of ${wanted.toFixed(0)}/s`,
      ok: rate >= 0.98 * wanted,
    },
    {
      what: '  answers that refused',
      measured: refused.length === 0 ? '0' : refused.join(', '),
      target: '0',
      ok: refused.length === 0,
    },
    {
      what: '  time to the answer',
      measured: `p50 ${ms(sent.p50)}, p99 ${ms(sent.p99)}, slowest ${ms(sent.slowest)}; sender late by ${ms(sent.late)} at most`,
      target: 'p99 < 1 s',
      ok: sent.p99 < 1000,
    },
    {
      what: '  from a message to the last value at another process',
      measured: `p50 ${ms(median(lags))}, p99 ${ms(percentile(lags, 0.99))} (${lags.length})`,
      target: 'p99 < 2 s',
      ok: percentile(lags, 0.99) < 2000,
    },
    {
      what: '  alert minute on the clock',
      measured: `median ${ms(median(minutes))}, longest ${ms(Math.max(...minutes))} (${minutes.length} minutes, ${unfinished} not whole)`,
      target: '≤ 45 s, each whole',
      ok: minutes.length > 0 && unfinished === 0 && Math.max(...minutes) <= ALERTS_MS,
    },
    {
      what: '  devices with values acknowledged and not stored',
      measured: `${lost} (${count(stored)} values stored)`,
      target: '0',
      ok: lost === 0 && stored > 0,
    },
    ...costRows(took),
  ]
}

/** Rows from which sizing is worked out; none of them has a target. */
const costRows = ({ sent, seconds, processes, sender, others, stored, measurements, database }: Fleet): Row[] => {
  const row = (what: string, measured: string): Row => ({ what, measured, target: '', ok: true })
  const cpu = Object.values(processes).reduce((sum, one) => sum + one.cpu, 0)
  const per = (used: number) => `${((1000 * used) / sent.messages).toFixed(2)} s`
  return [
    ...Object.entries(processes).map(([name, one]) =>
      row(
        `  ${name}: processor time of 1,000 messages, memory`,
        `${per(one.cpu)} (${(one.cpu / seconds).toFixed(2)} cores), ${megabytes(one.memory)}`,
      ),
    ),
    row('  all of them', `${per(cpu)} (${(cpu / seconds).toFixed(2)} cores)`),
    row(
      '  beside it: the sender, and what else ran here',
      `${(sender / seconds).toFixed(2)} cores, ${(others / seconds).toFixed(2)} cores`,
    ),
    row(
      '  disk of a million values once merged; the database',
      `${megabytes((1e6 * measurements) / stored)}; ${megabytes(database)} (${count(database / DEVICES)} bytes a device)`,
    ),
  ]
}
