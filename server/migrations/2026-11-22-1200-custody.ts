import { sql } from 'kysely'
import type { MigrationDatabase } from '../kit/database/schema-columns.ts'

/** Earliest time a measurement may have. */
const BEGINNING = '2000-01-01T00:00:00.000Z'

interface Custody {
  id: number
  device_id: number
  user_id: number | null
  email: string
  owner: number
  start: string
  end: string | null
}

interface Placement {
  id: number
  device_id: number
  location_id: number
  start: string
}

interface Calibration {
  id: number
  device_id: number
  measurement: string
  offset: number
  valid_from: string
  created_at: string
  created_by: number | null
  undone_at: string | null
}

export const up = async (db: MigrationDatabase): Promise<void> => {
  for (const [table, column] of [
    ['rentals', 'given_from'],
    ['location_research', 'custody_id'],
    ['calibrations', 'custody_id'],
  ] as const) {
    await db.schema
      .alterTable(table)
      .addColumn(column, 'integer', c => c.references('rentals.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex(`${table}_${column}`).on(table).column(column).execute()
  }
  await sql`ALTER TABLE interrupted_placements DROP COLUMN renter_id`.execute(db)
  await boundLendings(db)
  await fillGaps(db)
  const custodies = await readCustodies(db)
  await boundPlacements(db, custodies)
  await boundCalibrations(db, custodies)
}

const readCustodies = async (db: MigrationDatabase): Promise<Map<number, Custody[]>> => {
  const { rows } = await sql<Custody>`
    SELECT id, device_id, user_id, email, owner, "start", "end" FROM rentals ORDER BY "start", id`.execute(db)
  return Map.groupBy(rows, row => row.device_id)
}

const contains = ({ start, end }: Pick<Custody, 'start' | 'end'>, time: string): boolean =>
  start <= time && (end === null || time < end)

/** A rental was given by whoever owned the device when it was written, and lies in that ownership. */
const boundLendings = async (db: MigrationDatabase): Promise<void> => {
  for (const custodies of (await readCustodies(db)).values()) {
    const owners = custodies.filter(one => one.owner === 1)
    for (const lending of custodies.filter(one => one.owner === 0)) {
      const earlier = owners.filter(one => one.id < lending.id).sort((a, b) => a.id - b.id)
      const giver = earlier.at(-1) ?? owners[0]
      if (!giver) continue
      const [start = lending.start] = [giver.start, lending.start].sort().reverse()
      const [end = null] = [giver.end, lending.end].filter(one => one !== null).sort()
      const isToSelf = lending.user_id !== null && lending.user_id === giver.user_id
      if (isToSelf || (end !== null && end <= start))
        await sql`DELETE FROM rentals WHERE id = ${lending.id}`.execute(db)
      else
        await sql`UPDATE rentals SET given_from = ${giver.id}, "start" = ${start}, "end" = ${end}
          WHERE id = ${lending.id}`.execute(db)
    }
  }
}

/** Fills gaps between custodies: at every time a device is somebody's, or nobody's, and that is a span, too. */
const fillGaps = async (db: MigrationDatabase): Promise<void> => {
  const custodies = await readCustodies(db)
  const { rows: devices } = await sql<{ id: number }>`SELECT id FROM devices`.execute(db)
  for (const { id } of devices) {
    let until: string | null = BEGINNING
    const gaps: [string, string | null][] = []
    for (const owner of (custodies.get(id) ?? []).filter(one => one.owner === 1)) {
      if (until !== null && owner.start > until) gaps.push([until, owner.start])
      until = owner.end === null || until === null ? null : owner.end > until ? owner.end : until
    }
    if (until !== null) gaps.push([until, null])
    for (const [start, end] of gaps)
      await sql`INSERT INTO rentals (device_id, user_id, email, owner, "start", "end")
        VALUES (${id}, NULL, '', 1, ${start}, ${end})`.execute(db)
  }
  await sql`UPDATE rentals SET given_from = (SELECT o.id FROM rentals o WHERE o.device_id = rentals.device_id AND o.owner = 1
    AND o."start" <= rentals."start" ORDER BY o."start" DESC, o.id DESC LIMIT 1) WHERE owner = 0 AND given_from IS NULL`.execute(
    db,
  )
}

/** A placement was made by one of the people of its place who had the device; where none had, by its owner. */
const boundPlacements = async (db: MigrationDatabase, custodies: Map<number, Custody[]>): Promise<void> => {
  const { rows: people } = await sql<{ location_id: number; email: string }>`
    SELECT location_id, email FROM location_owners`.execute(db)
  const emails = Map.groupBy(people, row => row.location_id)
  const custodyOf = ({ device_id, location_id, start }: Omit<Placement, 'id'>): number | null => {
    const all = custodies.get(device_id) ?? []
    const then = all.filter(one => contains(one, start))
    const local = new Set(emails.get(location_id)?.map(({ email }) => email))
    const [found] = [...then.filter(one => local.has(one.email)), ...then.filter(one => one.owner === 1), ...all]
    return found?.id ?? null
  }
  const { rows } = await sql<Placement>`SELECT id, device_id, location_id, "start" FROM location_research`.execute(db)
  for (const row of rows)
    await sql`UPDATE location_research SET custody_id = ${custodyOf(row)} WHERE id = ${row.id}`.execute(db)
  const { rows: interrupted } = await sql<{ id: number; placement: string }>`
    SELECT id, placement FROM interrupted_placements`.execute(db)
  for (const { id, placement } of interrupted) {
    const before = JSON.parse(placement) as Placement
    const kept = JSON.stringify({ ...before, custody_id: custodyOf(before) })
    await sql`UPDATE interrupted_placements SET placement = ${kept} WHERE id = ${id}`.execute(db)
  }
}

/** A calibration belongs to whoever had the device when it was made; what it added then is handed on with the device. */
const boundCalibrations = async (db: MigrationDatabase, custodies: Map<number, Custody[]>): Promise<void> => {
  const { rows } = await sql<Calibration>`
    SELECT id, device_id, measurement, "offset", valid_from, created_at, created_by, undone_at
    FROM calibrations ORDER BY valid_from, id`.execute(db)
  for (const [deviceId, calibrations] of Map.groupBy(rows, row => row.device_id)) {
    const all = custodies.get(deviceId) ?? []
    const owners = all.filter(one => one.owner === 1)
    const kept = calibrations.flatMap(row => {
      const then = all.filter(one => contains(one, row.created_at))
      const custody =
        then.find(one => one.user_id === row.created_by && one.user_id !== null) ??
        then.find(one => one.owner === 1) ??
        owners.at(-1)
      if (!custody) return []
      const valid_from = row.valid_from < custody.start && custody.start > BEGINNING ? custody.start : row.valid_from
      return [{ ...row, custody, valid_from }]
    })
    for (const { id, custody, valid_from } of kept)
      await sql`UPDATE calibrations SET custody_id = ${custody.id}, valid_from = ${valid_from} WHERE id = ${id}`.execute(
        db,
      )
    const carried = new Map<string, number>()
    for (const [index, owner] of owners.entries()) {
      if (index > 0)
        for (const [measurement, offset] of carried)
          await sql`INSERT INTO calibrations
            (device_id, measurement, method, "offset", valid_from, compared, created_at, custody_id)
            VALUES (${deviceId}, ${measurement}, 'handed_over', ${offset}, ${owner.start}, '[]', ${owner.start}, ${owner.id})`.execute(
            db,
          )
      for (const row of kept.toSorted((a, b) => a.valid_from.localeCompare(b.valid_from)))
        if (row.custody.id === owner.id && row.undone_at === null && (owner.end === null || row.valid_from < owner.end))
          carried.set(row.measurement, row.offset)
    }
  }
}
