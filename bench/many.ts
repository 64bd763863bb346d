import { DatabaseSync } from 'node:sqlite'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt } from '../tests/crash/farm.ts'

const FARMS = 40
const AREAS_EACH = 10
const DEVICES_EACH = 5
/** Devices; and as many alerts, and inspections. */
const MANY = FARMS * AREAS_EACH * DEVICES_EACH
const CLIENTS = 8
const NH3 = 4

interface Place {
  device_id: number
  area_id: number
  area_name: string
  location_id: number
  location_name: string
}

/** Makes 2,000 devices that have measured, five in each of 400 areas. */
export const makePlaces = async (origin: string, token: string): Promise<Place[]> => {
  const caller = callerAt(origin, token)
  const parts = await Promise.all(Array.from({ length: CLIENTS }, () => addDevices(origin, token, MANY / CLIENTS)))
  const devices = parts.flat()
  const places: Place[] = []
  for (let farm = 0; farm < FARMS; farm++) {
    const areas = Array.from({ length: AREAS_EACH }, (_, area) => ({ name: `Barn ${farm}-${area}`, area_type_id: 25 }))
    const body = { name: `Farm ${farm}`, lat: 51 + farm / 50, lon: 5 + (farm % 7) / 5, areas }
    const location = await call(api.createLocation, { body }, caller)
    for (const area of location.areas) {
      const hung = devices.splice(0, DEVICES_EACH)
      const placement = {
        location_id: location.id,
        area_id: area.id,
        device_ids: hung.map(({ id }) => id),
        start: '2024-01-01T00:00:00Z',
      }
      await call(api.createLocationResearch, { body: placement }, caller)
      const values = { t: 18 + (farm % 9), h: 60, nh3: 4 + (area.id % 10) * 2, co2: 900 + 50 * farm }
      const send = ({ key }: { key: string }) => call(api.sendMeasurements, { body: values }, callerAt(origin, key))
      await Promise.all(hung.map(send))
      for (const { id } of hung) {
        const of = { area_id: area.id, area_name: area.name, location_id: location.id, location_name: location.name }
        places.push({ device_id: id, ...of })
      }
    }
  }
  return places
}

/** Writes 2,000 alerts, half of them open, and 2,000 inspections. Through the API they would take as long as all the rest. */
export const fill = (file: string, places: readonly Place[]): void => {
  const db = new DatabaseSync(file)
  const { id: user } = db.prepare('SELECT id FROM users').get() as { id: number }
  const alert = db.prepare(`
    INSERT INTO alerts (kind, user_id, rule_name, urgency, device_id, location_id, location_name, area_id, area_name, area_type_id,
      time_zone, measurement, physical_quantity_id, calculation, comparison, comparator, threshold_value, calculation_minutes, state,
      started_at, fired_at, resolved_at, ended_by, last_value, last_at, worst_value, worst_at, count, cannot_tell, told_at, checks)
    VALUES ('rule', ${user}, 'Ammonia', ?, ?, ?, ?, ?, ?, 25, 'Europe/Amsterdam', 'nh3', ${NH3}, 'average', 'value', 'greater', 20, 0, ?,
      ?, ?, ?, ?, 31, ?, 35, ?, 12, 0, ?, '[]')`)
  const inspection = db.prepare(`
    INSERT INTO inspections (id, client_id, version, location_id, whole, only_area_id, date, impression, needs_attention, notes, folded,
      reminder, answers, answered, asked, changes, created_at, created_by, updated_at)
    VALUES (?, ?, 1, ?, 0, ?, ?, 'good', ?, 'All quiet, they eat well', 'all quiet they eat well', '', '{}', 0, 0, '{}', ?, ${user}, ?)`)
  const link = db.prepare('INSERT INTO inspection_areas (inspection_id, area_id) VALUES (?, ?)')
  const now = Date.now()
  db.exec('BEGIN')
  for (const [index, { device_id, area_id, area_name, location_id, location_name }] of places.entries()) {
    const began = new Date(now - HOUR_MS - index * MINUTE_MS).toISOString()
    const last = new Date(now - MINUTE_MS).toISOString()
    const open = index % 2 === 0
    const place = [device_id, location_id, location_name, area_id, area_name] as const
    const state = open
      ? (['firing', began, began, null, null] as const)
      : (['resolved', began, began, last, 'value'] as const)
    alert.run(index % 4 === 0 ? 'act_now' : 'attention', ...place, ...state, last, last, began)
    const written = new Date(now - index * 3 * HOUR_MS).toISOString()
    inspection.run(index + 1, String(index), location_id, area_id, written, index % 3 === 0 ? 1 : 0, written, written)
    link.run(index + 1, area_id)
  }
  db.exec('COMMIT')
  db.close()
}
