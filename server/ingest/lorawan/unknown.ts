import type { Kysely } from 'kysely'
import { devicesOfEuis } from '../../devices/devices.ts'
import type { Database } from '../../kit/database/database.ts'
import type { Tables } from '../../tables.ts'
import type { Heard } from './heard.ts'
import { dropUnknownBeyond, keepMessage, noteUnknownDevice, unknownDevicesSince } from './unknown-store.ts'

export { forgetOldUnknown } from './unknown-store.ts'

const DAYS_KEPT = 30
const MAX_DEVICES = 1000
const MAX_MESSAGES = 100

export const unknownSince = (now: number): string => new Date(now - DAYS_KEPT * 86_400_000).toISOString()

interface HeardUnknown {
  eui: string
  network: Tables['unknown_devices']['network']
  heard: Heard
  /** ISO 8601. */
  at: string
}

/** Keeps what a device said that nobody has added, for whoever adds it: the newest hundred messages of the newest thousand. */
export const keepUnknown = async (db: Kysely<Tables>, { eui, network, heard, at }: HeardUnknown): Promise<void> => {
  await db.transaction().execute(async transaction => {
    const { name, profile } = heard
    await noteUnknownDevice(transaction, { eui, network, name, profile, last_heard_at: at })
    if (heard.kind === 'up' || heard.kind === 'status') await keepMessage(transaction, eui, heard, MAX_MESSAGES)
  })
  // Apart: whoever deletes what others write must not hold a row they wait for.
  await dropUnknownBeyond(db, MAX_DEVICES)
}

/**
 * Devices heard since `since` whose messages are given to no device, the newest first, each with the device that claims
 * it, if one does.
 */
export const unknownDevices = async (db: Database, since: string) => {
  const heard = await unknownDevicesSince(db, since, MAX_DEVICES)
  const claims = await devicesOfEuis(
    db,
    heard.map(({ eui }) => eui),
  )
  const claimOf = new Map(claims.map(claim => [claim.eui, claim]))
  return heard
    .map(device => ({ ...device, claim: claimOf.get(device.eui) ?? null }))
    .filter(({ claim }) => claim === null || claim.eui_confirmed_at === null)
}
