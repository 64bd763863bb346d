import type { Catalogue } from '../kit/database/catalogue.ts'

/** The device with this EUI, the decoder chosen for it, and since when its EUI is confirmed. */
export const deviceOfEui = (db: Catalogue, eui: string) =>
  db.selectFrom('devices').select(['id', 'decoder', 'eui_confirmed_at']).where('eui', '=', eui).executeTakeFirst()

/** Gives the device what the server's own network servers hear of its EUI from now on. */
export const confirmEui = async (db: Catalogue, deviceId: number, at: string): Promise<void> => {
  await db.updateTable('devices').set({ eui_confirmed_at: at }).where('id', '=', deviceId).execute()
}

/** Takes from a device an EUI that nobody has confirmed: it is free for whoever has it in fact. */
export const freeEui = async (db: Catalogue, deviceId: number): Promise<void> => {
  await db
    .updateTable('devices')
    .set({ eui: null })
    .where('id', '=', deviceId)
    .where('eui_confirmed_at', 'is', null)
    .execute()
}

export const decoderOfDevice = (db: Catalogue, deviceId: number) =>
  db.selectFrom('devices').select('decoder').where('id', '=', deviceId).executeTakeFirst()

export const chooseDecoder = async (db: Catalogue, deviceId: number, decoder: string | null): Promise<void> => {
  await db.updateTable('devices').set({ decoder }).where('id', '=', deviceId).execute()
}
