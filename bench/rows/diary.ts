import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { median, ms, type Row } from '../table.ts'
import { timesOf } from '../timing.ts'

const INSPECTIONS = 10_000
const ITEMS = 40
const LOCATIONS = 5
const AREAS_EACH = 4
const PAGE = 50
const RUNS = 60
const TIMES_BARE = 5
/** A later page may take this much longer than the first, which is noise. */
const TIMES_FIRST = 1.3
const BEGAN = Date.parse('2025-01-01T06:00:00Z')

const timeOf = (index: number): string => new Date(BEGAN + index * HOUR_MS).toISOString()

/** The diary of somebody with 10,000 inspections of 40 answers: what the server takes, against the same rows asked plainly. */
export const diaryRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const file = join(folder, 'catalogue.sqlite')
  const first = await startServer(folder)
  const token = await signUp(first.origin)
  const { areas, list } = await makePlaces(first.origin, token)
  await first.end('SIGTERM')
  fill(file, areas, list)
  const server = await startServer(folder)
  const take = async (query: string) => median(await timesOf(`${server.origin}/api/inspections${query}`, token, RUNS))
  // The first hundred answers of a process take longer.
  await take('')
  const page = await take('')
  const late = await take(`?cursor=${encodeURIComponent(`${timeOf(100)}_101`)}`)
  const middle = await take(`?cursor=${encodeURIComponent(`${timeOf(INSPECTIONS / 2)}_${INSPECTIONS / 2}`)}`)
  const found = await take('?search=Tranke%20wand&needs_attention=1')
  const compared = await take(`/item?area_id=${areas[0]?.id}&limit=8`)
  await server.end('SIGTERM')
  const bare = plainly(file)
  rmSync(folder, { recursive: true })
  const slowest = Math.max(late, middle)
  return [
    against('diary, 10,000 inspections: the newest 50', page, bare.page),
    against('diary: words and a filter', found, bare.found),
    against('diary: answers of 8 inspections side by side', compared, bare.compared),
    {
      what: 'diary: a page in the middle, and the last one',
      measured: `${ms(middle)}, ${ms(late)}`,
      bare: `${ms(page)} for the first`,
      ratio: `${(slowest / page).toFixed(2)} ×`,
      target: `≤ ${TIMES_FIRST} ×`,
      ok: slowest <= TIMES_FIRST * page,
    },
  ]
}

const against = (what: string, measured: number, plain: number): Row => ({
  what,
  measured: ms(measured),
  bare: `${ms(plain)} plain queries`,
  ratio: `${(measured / plain).toFixed(2)} ×`,
  target: `≤ ${TIMES_BARE} ×`,
  ok: measured <= TIMES_BARE * plain,
})

interface Area {
  id: number
  location_id: number
}

const makePlaces = async (origin: string, token: string) => {
  const caller = callerAt(origin, token)
  const all: Area[] = []
  for (let farm = 0; farm < LOCATIONS; farm++) {
    const areas = Array.from({ length: AREAS_EACH }, (_, index) => ({ name: `Barn ${index}`, area_type_id: 25 }))
    const location = await call(api.createLocation, { body: { name: `Farm ${farm}`, areas } }, caller)
    all.push(...location.areas)
  }
  const items = Array.from({ length: ITEMS }, (_, index) => ({
    key: `item_${index}`,
    name: `Item ${index}`,
    input: 'number' as const,
  }))
  const list = await call(api.createChecklist, { body: { name: 'Round', items } }, caller)
  return { areas: all, list }
}

/** Through the API it would take as long as all the rest. */
const fill = (file: string, areas: readonly Area[], list: { id: number; version: number }): void => {
  const db = new DatabaseSync(file)
  const inspection = db.prepare(`
    INSERT INTO inspections (id, client_id, version, location_id, whole, date, impression, needs_attention, notes, folded, reminder,
      checklist_id, checklist_version, answers, answered, asked, changes, created_at, created_by, updated_at)
    VALUES (?, ?, 1, ?, 0, ?, 'good', ?, ?, ?, '', ${list.id}, ${list.version}, ?, ${ITEMS}, ${ITEMS}, '{}', ?, 1, ?)`)
  const link = db.prepare('INSERT INTO inspection_areas (inspection_id, area_id) VALUES (?, ?)')
  db.exec('BEGIN')
  for (let index = 0; index < INSPECTIONS; index++) {
    const { id, location_id } = areas[index % areas.length] as Area
    const time = timeOf(index)
    const answers = JSON.stringify(
      Object.fromEntries(Array.from({ length: ITEMS }, (_, item) => [`item_${item}`, index])),
    )
    const notes = index % 7 === 0 ? 'Tränke an der Wand tropft' : 'Alles ruhig, sie fressen gut'
    const folded = index % 7 === 0 ? 'tranke an der wand tropft' : 'alles ruhig sie fressen gut'
    const rowId = index + 1
    inspection.run(rowId, String(index), location_id, time, index % 3 === 0 ? 1 : 0, notes, folded, answers, time, time)
    link.run(rowId, id)
  }
  db.exec('COMMIT')
  db.close()
}

const FROM = 'FROM inspections i JOIN locations l ON l.id = i.location_id'
const THERE = 'WHERE i.deleted_at IS NULL AND l.deleted_at IS NULL'
const NEWEST = 'ORDER BY i.date DESC, i.id DESC LIMIT'
const WORDS = `AND i.folded LIKE '%tranke%' AND i.folded LIKE '%wand%' AND i.needs_attention = 1`

/** ms that the engine takes for the rows that the answers hold, and their number. */
const plainly = (file: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  const areasOf = db.prepare(
    'SELECT * FROM inspection_areas a JOIN areas ON areas.id = a.area_id WHERE inspection_id = ?',
  )
  const time = (where: string, limit: number): number => {
    const rows = db.prepare(
      `SELECT i.*, l.name, u.name ${FROM} JOIN users u ON u.id = i.created_by ${THERE} ${where} ${NEWEST} ${limit}`,
    )
    const count = db.prepare(`SELECT count(*) ${FROM} ${THERE} ${where}`)
    const took = Array.from({ length: RUNS }, () => {
      const began = performance.now()
      count.get()
      for (const { id } of rows.all()) areasOf.all(id as number)
      return performance.now() - began
    })
    return median(took)
  }
  const ofArea = 'AND i.id IN (SELECT inspection_id FROM inspection_areas WHERE area_id = 1)'
  const times = { page: time('', PAGE), found: time(WORDS, PAGE), compared: time(ofArea, 8) }
  db.close()
  return times
}
