import type { StateValues } from '#shared/contract/devices/device-state.ts'
import { DEVICES_PER_PAGE, type FleetDevice, fleetEndpoints } from '#shared/contract/devices/fleet.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { countFleet, fleetOf } from './fleet-store.ts'

type Row = Awaited<ReturnType<typeof fleetOf>>[number]

const firmwareOf = (state: Row['state']): string | null => {
  const values: StateValues = state === null ? {} : JSON.parse(state)
  return values.firmware ?? null
}

const present = ({ is_silent, is_low, spoke_at, ...row }: Row): FleetDevice => {
  const { last_message_at } = row
  return {
    ...row,
    state: spoke_at === null ? 'never' : is_silent === 1 ? 'silent' : 'heard',
    battery_low: is_low === 1,
    firmware: firmwareOf(row.state),
    last_seen_at: row.last_seen_at ?? last_message_at,
  }
}

export const fleetRoutes = serve(fleetEndpoints, {
  listFleet: async ({ query: { page, ...filters } }, context) => {
    const { db } = context
    const now = isoNow(context)
    const rows = await fleetOf(db, filters, now, { offset: (page - 1) * DEVICES_PER_PAGE, most: DEVICES_PER_PAGE })
    return { devices: rows.map(present), total: await countFleet(db, filters, now) }
  },
})
