/** Ids from which those of the fleet count on; what the product made itself lies below. */
export const FIRST = 1_000_000
export const AREAS_EACH = 10
export const DEVICES_EACH = 100

/** A farm as the product's own calls made it, which every other one is a copy of. */
export interface Pattern {
  user: number
  location: number
  areas: number[]
  device: number
}

/** A database, as far as making copies asks for it. */
interface Copying {
  columnsOf(table: string): Promise<string[]> | string[]
  run(statement: string): Promise<unknown> | unknown
  /** SQL of the hash of a key, given the SQL of the key; undefined where devices get none. */
  keyHash?: (key: string) => string
}

/** Address of the account of a farm. */
export const farmEmail = (farm: number): string => `farm-${farm}@fleet.example`

/**
 * Makes a fleet out of one farm: each account has a location with ten areas, a hundred devices that hang in them, with keys, and the
 * rules of the pattern. One statement a table, whose columns it need not know.
 */
export const copyFarm = async (db: Copying, pattern: Pattern, devices: number): Promise<void> => {
  const farms = Math.ceil(devices / DEVICES_EACH)
  const farm = `(n / ${DEVICES_EACH})`
  const email = (of: string) => `'farm-' || ${of} || '@fleet.example'`
  /** Copies rows of a table that fit, `count` times, with other values of some columns; `n` counts from 0. */
  const copy = async (table: string, count: number, fits: string, values: Record<string, string>): Promise<void> => {
    const columns = await db.columnsOf(table)
    const copied = columns.map(column => values[column] ?? `t."${column}"`)
    await db.run(
      `WITH RECURSIVE counted (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < ${count - 1})
        INSERT INTO ${table} (${columns.map(column => `"${column}"`)}) SELECT ${copied} FROM ${table} t CROSS JOIN counted WHERE ${fits}`,
    )
  }
  const { user, location, areas, device } = pattern
  const id = `${FIRST} + n`
  await copy('users', farms, `t.id = ${user}`, { id, email: email('n'), username: email('n'), admin: '0' })
  await copy('locations', farms, `t.id = ${location}`, { id, name: `'Farm ' || n` })
  await copy('location_owners', farms, `t.location_id = ${location}`, { location_id: id, email: email('n') })
  const place = `CASE t.id ${areas.map((area, nr) => `WHEN ${area} THEN ${nr}`).join(' ')} END`
  await copy('areas', farms, `t.id IN (${areas})`, { id: `${FIRST} + n * ${AREAS_EACH} + ${place}`, location_id: id })
  const named = { name: `'Device ' || n`, device_name: `'BM-fleet-' || n` }
  await copy('devices', devices, `t.id = ${device}`, { id, ...named })
  const whose = { user_id: `${FIRST} + ${farm}`, email: email(farm) }
  const ofDevice = `t.device_id = ${device}`
  await copy('rentals', devices, ofDevice, { id, device_id: id, ...whose })
  if (db.keyHash)
    await copy('device_keys', devices, ofDevice, { id, device_id: id, key_hash: db.keyHash(`('bm_fleet-' || n)`) })
  await copy('location_research', devices, ofDevice, {
    id,
    device_id: id,
    location_id: `${FIRST} + ${farm}`,
    area_id: `${FIRST} + ${farm} * ${AREAS_EACH} + n % ${AREAS_EACH}`,
    custody_id: id,
  })
  await copy('alert_rules', farms, `t.user_id = ${user}`, { id: `${FIRST} + n * 100 + t.id`, user_id: id })
  await db.run('ANALYZE')
}
