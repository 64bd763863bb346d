import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { openCatalogue } from '../../server/kit/database/database.ts'
import { manyPeople } from '../../tests/access/many-people.ts'
import { callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { ms, percentile, type Row } from '../table.ts'
import { timesOf } from '../timing.ts'

const PEOPLE = 499
const LOCATIONS = 2000
const RUNS = 60
const MOST_MS = 150
/** An answer that holds anything, packed. */
const LEAST_BYTES = 100

/** Lists of somebody in a group of 500 people and 2,000 locations. */
export const peopleRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const { token, id } = await prepare(folder)
  const server = await startServer(folder)
  const lists = [
    'groups',
    `groups/${id}/members`,
    `groups/${id}/shares`,
    `groups/${id}/changes`,
    'locations',
    'audit',
    'users',
  ]
  const slowest: { list: string; took: number }[] = []
  for (const list of lists) {
    const times = await timesOf(`${server.origin}/api/${list}`, token, RUNS, LEAST_BYTES)
    slowest.push({ list, took: percentile(times, 0.95) })
  }
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return slowest.map(({ list, took }) => ({
    what: `500 people, 2,000 locations: ${list.replace(/\d+/, '…')}, p95`,
    measured: ms(took),
    target: `≤ ${MOST_MS} ms`,
    ok: took <= MOST_MS,
  }))
}

const prepare = async (folder: string): Promise<{ token: string; id: number }> => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const caller = callerAt(server.origin, token)
  const { id } = await call(api.createGroup, { body: { name: 'Everybody' } }, caller)
  const owner = await call(api.authenticate, {}, caller)
  for (let times = 0; times < 30; times++)
    await call(api.renameGroup, { params: { id }, body: { name: `Everybody of ${times}` } }, caller)
  await server.end('SIGTERM')
  const db = openCatalogue({ path: join(folder, 'catalogue.sqlite') })
  const crowd = { groupId: id, ownerId: owner.id, ownerEmail: owner.email, people: PEOPLE, locations: LOCATIONS }
  await manyPeople(db, crowd, new Date().toISOString())
  await db.destroy()
  return { token, id }
}
