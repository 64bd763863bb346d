import type pg from 'pg'

/** Ids from which those of the fleet count on; what the product made itself lies below. */
export const FIRST = 1_000_000
export const AREAS_EACH = 10
const DEVICES_EACH = 100

/** A farm as the product's own calls made it, which every other one is a copy of. */
export interface Pattern {
  user: number
  location: number
  areas: number[]
  device: number
}

/**
 * Makes a fleet out of one farm: each account has a location with ten areas, a hundred devices that hang in them, with keys, and the
 * rules of the pattern. One statement a table, whose columns it need not know.
 */
export const copyFarm = async (db: pg.Pool, pattern: Pattern, devices: number): Promise<void> => {
  const farms = Math.ceil(devices / DEVICES_EACH)
  const farm = `(n / ${DEVICES_EACH})`
  const email = (of: string) => `'farm-' || ${of} || '@fleet.example'`
  const place = `(SELECT ord - 1 FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, ord) WHERE wanted.id = t.id)`
  /** Copies rows of a table that fit, \`count\` times, with other values of some columns; \`n\` counts from 0. */
  const copy = async (
    table: string,
    {
      fits,
      count,
      columns,
      params = [],
    }: { fits: string; count: number; columns: Record<string, string>; params?: unknown[] },
  ): Promise<void> => {
    const changed = Object.entries(columns).map(([column, value]) => `'${column}', ${value}`)
    await db.query(
      `INSERT INTO ${table} OVERRIDING SYSTEM VALUE
        SELECT copy.* FROM ${table} t CROSS JOIN generate_series(0, ${count - 1}) n
          CROSS JOIN LATERAL jsonb_populate_record(t, jsonb_build_object(${changed.join(', ')})) AS copy
        WHERE ${fits}`,
      params,
    )
  }
  const { user, location, areas, device } = pattern
  await copy('users', {
    fits: `t.id = ${user}`,
    count: farms,
    columns: { id: `${FIRST} + n`, email: email('n'), username: email('n'), admin: '0' },
  })
  await copy('locations', {
    fits: `t.id = ${location}`,
    count: farms,
    columns: { id: `${FIRST} + n`, name: `'Farm ' || n` },
  })
  await copy('location_owners', {
    fits: `t.location_id = ${location}`,
    count: farms,
    columns: { location_id: `${FIRST} + n`, email: email('n') },
  })
  await copy('areas', {
    fits: `t.id = ANY ($1::bigint[])`,
    count: farms,
    columns: { id: `${FIRST} + n * ${AREAS_EACH} + ${place}`, location_id: `${FIRST} + n` },
    params: [areas],
  })
  await copy('devices', {
    fits: `t.id = ${device}`,
    count: devices,
    columns: { id: `${FIRST} + n`, name: `'Device ' || n`, device_name: `'BM-fleet-' || n` },
  })
  await copy('rentals', {
    fits: `t.device_id = ${device}`,
    count: devices,
    columns: { id: `${FIRST} + n`, device_id: `${FIRST} + n`, user_id: `${FIRST} + ${farm}`, email: email(farm) },
  })
  await copy('device_keys', {
    fits: `t.device_id = ${device}`,
    count: devices,
    columns: {
      id: `${FIRST} + n`,
      device_id: `${FIRST} + n`,
      key_hash: `encode(sha256(('bm_fleet-' || n)::bytea), 'hex')`,
    },
  })
  await copy('location_research', {
    fits: `t.device_id = ${device}`,
    count: devices,
    columns: {
      id: `${FIRST} + n`,
      device_id: `${FIRST} + n`,
      location_id: `${FIRST} + ${farm}`,
      area_id: `${FIRST} + ${farm} * ${AREAS_EACH} + n % ${AREAS_EACH}`,
      custody_id: `${FIRST} + n`,
    },
  })
  await copy('alert_rules', {
    fits: `t.user_id = ${user}`,
    count: farms,
    columns: { id: `${FIRST} + n * 100 + t.id`, user_id: `${FIRST} + n` },
  })
  await db.query('ANALYZE')
}
