import { startNats } from '../../tests/servers/nats.ts'
import { startPostgres } from '../../tests/servers/postgres.ts'
import { inChild } from '../child.ts'
import type { NewsResult, NewsTask } from '../news.ts'
import { ms, type Row, times } from '../table.ts'

const NEWS = 10_000
const LISTENERS = 3
/** Devices of a thousand that each process looks at. */
const WATCHED = 10

/** Processor time of one process that tells and three that look at one device in a hundred, by PostgreSQL and by NATS. */
export const newsRows = async (): Promise<Row[]> => {
  const postgres = await startPostgres()
  const byPostgres = await measured({ databaseUrl: postgres.url })
  await postgres.stop()
  const nats = await startNats()
  const byNats = await measured({ natsUrl: nats.url })
  await nats.stop()
  const row = (what: string, of: (one: typeof byNats) => number, most: number): Row => ({
    what,
    measured: ms(of(byNats)),
    bare: `${ms(of(byPostgres))} by PostgreSQL`,
    ratio: times(of(byNats) / of(byPostgres)),
    target: `≤ ${most} ×`,
    ok: of(byNats) <= most * of(byPostgres),
  })
  return [
    row('10,000 news of 1,000 devices: the process that tells', one => one.telling, 1.2),
    row('  each of three that look at 1 % of the devices', one => one.listening, 0.25),
  ]
}

const measured = async (address: Pick<NewsTask, 'databaseUrl' | 'natsUrl'>) => {
  const task = (devices: number[]): NewsTask => ({ ...address, devices, news: NEWS })
  const listeners = Array.from({ length: LISTENERS }, (_, nth) =>
    inChild<NewsResult>('news.ts', task(Array.from({ length: WATCHED }, (_, each) => nth * WATCHED + each))),
  )
  const teller = await inChild<NewsResult>('news.ts', task([]))
  const heard = await Promise.all(listeners)
  if (heard.some(one => one.heard !== (NEWS * WATCHED) / 1000)) throw new Error(`heard: ${JSON.stringify(heard)}`)
  return {
    telling: teller.processor,
    listening: heard.reduce((sum, { processor }) => sum + processor, 0) / LISTENERS,
  }
}
