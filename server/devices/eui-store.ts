import type { Database } from '../kit/database/database.ts'
import { inTexts } from '../kit/database/in-ids.ts'

/** The device with this EUI, the decoder chosen for it, and since when its EUI is confirmed. */
export const deviceOfEui = (db: Database, eui: string) =>
  db.selectFrom('devices').select(['id', 'decoder', 'eui_confirmed_at']).where('eui', '=', eui).executeTakeFirst()

/** Devices with these EUIs, and the address of who owns each now. */
export const devicesOfEuis = (db: Database, euis: readonly string[]) =>
  db
    .selectFrom('devices')
    .leftJoin('rentals', join =>
      join.onRef('rentals.device_id', '=', 'devices.id').on('rentals.owner', '=', 1).on('rentals.end', 'is', null),
    )
    .select(['devices.id', 'devices.eui', 'devices.name', 'devices.eui_confirmed_at', 'rentals.email'])
    .where('devices.eui', 'in', inTexts(db, euis))
    .execute()

/** Gives the device what the server's own network servers hear of its EUI from now on. */
export const confirmEui = async (db: Database, deviceId: number, at: string): Promise<void> => {
  await db.updateTable('devices').set({ eui_confirmed_at: at }).where('id', '=', deviceId).execute()
}

/** Takes from a device an EUI that nobody has confirmed: it is free for whoever has it in fact. */
export const freeEui = async (db: Database, deviceId: number): Promise<void> => {
  await db
    .updateTable('devices')
    .set({ eui: null })
    .where('id', '=', deviceId)
    .where('eui_confirmed_at', 'is', null)
    .execute()
}

export const decoderOfDevice = (db: Database, deviceId: number) =>
  db.selectFrom('devices').select('decoder').where('id', '=', deviceId).executeTakeFirst()

export const chooseDecoder = async (db: Database, deviceId: number, decoder: string | null): Promise<void> => {
  await db.updateTable('devices').set({ decoder }).where('id', '=', deviceId).execute()
}
