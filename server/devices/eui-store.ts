import type { Database } from '../kit/database/database.ts'

/** The device with this EUI, the decoder chosen for it, and since when its EUI is confirmed. */
export const deviceOfEui = (db: Database, eui: string) =>
  db.selectFrom('devices').select(['id', 'decoder', 'eui_confirmed_at']).where('eui', '=', eui).executeTakeFirst()

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
