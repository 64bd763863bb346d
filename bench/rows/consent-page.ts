import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { callerAt } from '../../tests/crash/farm.ts'
import type { ServerProcess } from '../../tests/crash/server-process.ts'
import { median } from '../table.ts'

/** Reads of a year: some fifty looks a day, one at each device. */
export const READS = 20_000
const READS_A_DAY = 55
const RUNS = 15
const WARM_UPS = 3

export interface SharedProject {
  id: number
  locationId: number
  devices: readonly number[]
  /** Begin of its placements (ISO 8601). */
  start: string
}

/** Puts on record that somebody looked at each device of a project, day by day, for a year until now. */
export const addReads = (folder: string, { id, locationId, devices }: SharedProject): void => {
  const database = new DatabaseSync(join(folder, 'catalogue.sqlite'))
  const insert = database.prepare(
    `INSERT INTO research_reads
      (research_id, location_id, device_id, user_id, user_name, kind, measurements, "from", until, at, last_at)
      VALUES (?, ?, ?, 1, 'Bench', 'opened', '["t","h","co2"]', ?, ?, ?, ?)`,
  )
  const now = Date.now()
  const text = (time: number): string => new Date(time).toISOString()
  database.exec('BEGIN')
  for (let index = 0; index < READS; index++) {
    const day = now - (Math.floor((READS - 1 - index) / READS_A_DAY) + 1) * DAY_MS
    const at = day + (index % READS_A_DAY) * MINUTE_MS
    const device = devices[index % devices.length] ?? 0
    insert.run(id, locationId, device, text(day - DAY_MS), text(day), text(at), text(at + MINUTE_MS))
  }
  database.exec('COMMIT')
  database.close()
}

/** Time (ms) until all that an owner's answer to a project reads is there, its preview too: the calls go out as the page makes them. */
export const consentPageTime = async ({ origin }: ServerProcess, token: string, of: SharedProject): Promise<number> => {
  const caller = callerAt(origin, token)
  const by = { params: { id: of.id } }
  const body = { location_id: of.locationId, answer: 'yes' as const, from: of.start, measurements: ['t', 'h', 'co2'] }
  const took: number[] = []
  for (let run = 0; run < RUNS + WARM_UPS; run++) {
    const began = performance.now()
    await Promise.all([
      call(api.getResearch, by, caller),
      call(api.listConsentReadSpans, by, caller),
      call(api.listLocations, {}, caller),
      call(api.listLocationResearch, { query: { show_future: '1' } }, caller),
    ])
    await call(api.previewConsent, { ...by, body }, caller)
    if (run >= WARM_UPS) took.push(performance.now() - began)
  }
  return median(took)
}
