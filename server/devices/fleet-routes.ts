import type { StateValues } from '#shared/contract/devices/device-state.ts'
import { DEVICES_PER_PAGE, type FleetDevice, fleetEndpoints } from '#shared/contract/devices/fleet.ts'
import { INACTIVE_MIN } from '#shared/rules/devices/device-status.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { countFleet, fleetOf } from './fleet-store.ts'

type Row = Awaited<ReturnType<typeof fleetOf>>[number]

const firmwareOf = ({ state }: Row): string | null => {
  const values: StateValues = state === null ? {} : JSON.parse(state)
  return values.firmware ?? null
}

const present = (row: Row, heardSince: string): FleetDevice => {
  const { last_message_at } = row
  return {
    ...row,
    state: last_message_at === null ? 'never' : last_message_at > heardSince ? 'heard' : 'silent',
    firmware: firmwareOf(row),
    last_seen_at: row.last_seen_at ?? last_message_at,
  }
}

export const fleetRoutes = serve(fleetEndpoints, {
  listFleet: async ({ query: { page, ...filters } }, context) => {
    const { db } = context
    const heardSince = new Date(context.now() - INACTIVE_MIN * MINUTE_MS).toISOString()
    const at = { now: isoNow(context), heardSince }
    const rows = await fleetOf(db, filters, at, { offset: (page - 1) * DEVICES_PER_PAGE, most: DEVICES_PER_PAGE })
    return { devices: rows.map(row => present(row, heardSince)), total: await countFleet(db, filters, at) }
  },
})
