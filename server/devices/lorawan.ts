import type { Catalogue } from '../kit/catalogue.ts'

/** The device with this EUI, and the decoder chosen for it. */
export const deviceOfEui = (db: Catalogue, eui: string) =>
  db.selectFrom('devices').select(['id', 'decoder']).where('eui', '=', eui).executeTakeFirst()

export const decoderOfDevice = (db: Catalogue, deviceId: number) =>
  db.selectFrom('devices').select('decoder').where('id', '=', deviceId).executeTakeFirst()

export const chooseDecoder = async (db: Catalogue, deviceId: number, decoder: string | null): Promise<void> => {
  await db.updateTable('devices').set({ decoder }).where('id', '=', deviceId).execute()
}
