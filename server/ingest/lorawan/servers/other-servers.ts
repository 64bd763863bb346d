import { z } from 'zod'
import {
  base64PayloadOf,
  bestGateway,
  counterOf,
  decodedOf,
  euiOf,
  type Heard,
  loose,
  NOTHING_HEARD,
  optionalText,
  shortText,
} from '../heard.ts'

/** A number, also as text. */
const number = z
  .union([z.number(), z.string().max(40).transform(Number)])
  .nullish()
  .catch(null)
const name = z.union([z.string(), z.number()]).nullish().catch(null)
const listOf = <Item extends z.ZodType>(item: Item) => z.array(item).nullish().catch(null)

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Turns hexadecimal digits into base64. */
const fromHex = (sent: string | null | undefined): string | null =>
  sent && sent.length <= 500 && /^(?:[0-9a-f]{2})+$/i.test(sent)
    ? base64PayloadOf(Buffer.from(sent, 'hex').toString('base64'))
    : null

/** A time in ms since 1970 as ISO 8601. */
const isoOf = (ms: number | null | undefined): string | null =>
  typeof ms === 'number' && ms > 0 && ms < 8.64e15 ? new Date(ms).toISOString() : null

/** LoRaWAN's own battery level: 0 is a supply from the mains, 255 is not known. In per cent. */
const batteryOf = (level: number | null | undefined): number | null =>
  typeof level === 'number' && level >= 1 && level <= 254 ? Math.round((level / 254) * 1000) / 10 : null

const plainNumber = (sent: number | null | undefined): number | null =>
  typeof sent === 'number' && Number.isFinite(sent) ? sent : null

const Loriot = z.looseObject({
  cmd: optionalText,
  EUI: optionalText,
  ts: number,
  fcnt: number,
  port: number,
  data: optionalText,
  bat: number,
  rssi: number,
  snr: number,
  decoded: z.unknown().optional(),
  gws: listOf(z.looseObject({ rssi: number, snr: number }).catch({ rssi: null, snr: null })),
})
const readLoriot = (sent: Fields): Heard => {
  const body = Loriot.parse(sent)
  const about = { ...NOTHING_HEARD, eui: euiOf(body.EUI), time: isoOf(body.ts) }
  // "rx" comes at once, "gw" once all gateways have told what they heard: the same uplink, at the same time.
  if (body.cmd !== 'rx' && body.cmd !== 'gw') return { ...about, kind: body.cmd === 'join' ? 'join' : 'other' }
  const decoded = isFields(body.decoded) && isFields(body.decoded.data) ? body.decoded.data : body.decoded
  return {
    ...about,
    kind: 'up',
    fPort: plainNumber(body.port),
    fCnt: counterOf(plainNumber(body.fcnt)),
    bytes: fromHex(body.data),
    battery: batteryOf(body.bat),
    ...decodedOf(decoded),
    ...bestGateway(body.gws?.length ? body.gws : [{ rssi: body.rssi, snr: body.snr }]),
  }
}

const Thingpark = z.looseObject({
  Time: optionalText,
  DevEUI: optionalText,
  FPort: number,
  FCntUp: number,
  payload_hex: optionalText,
  payload: z.unknown().optional(),
  BatteryLevel: number,
  LrrRSSI: number,
  LrrSNR: number,
  Type: optionalText,
  DriverCfg: loose({ mod: loose({ pId: name, mId: name }) }),
  CustomerData: loose({ name }),
  Lrrs: loose({
    Lrr: listOf(z.looseObject({ LrrRSSI: number, LrrSNR: number }).catch({ LrrRSSI: null, LrrSNR: null })),
  }),
})
const THINGPARK = /^DevEUI_\w{1,40}$/
const readThingpark = (sent: Fields): Heard => {
  const [event = '', about] = Object.entries(sent).find(([key]) => THINGPARK.test(key)) ?? []
  const { success, data: body } = Thingpark.safeParse(about)
  if (!success) return NOTHING_HEARD
  const isJoin = event === 'DevEUI_notification' && body.Type === 'join'
  const { pId, mId } = body.DriverCfg?.mod ?? {}
  const heard = {
    ...NOTHING_HEARD,
    eui: euiOf(body.DevEUI),
    name: shortText(String(body.CustomerData?.name ?? '')),
    profile: mId ? shortText([pId, mId].filter(Boolean).join(' ')) : null,
    time: shortText(body.Time),
  }
  if (event !== 'DevEUI_uplink') return { ...heard, kind: isJoin ? 'join' : 'other' }
  const gateways = body.Lrrs?.Lrr?.length ? body.Lrrs.Lrr : [body]
  return {
    ...heard,
    kind: 'up',
    fPort: plainNumber(body.FPort),
    fCnt: counterOf(plainNumber(body.FCntUp)),
    bytes: fromHex(body.payload_hex),
    battery: batteryOf(body.BatteryLevel),
    ...decodedOf(body.payload),
    ...bestGateway(gateways.map(one => ({ rssi: plainNumber(one.LrrRSSI), snr: plainNumber(one.LrrSNR) }))),
  }
}

const Wanesy = z.looseObject({
  endDevice: loose({ devEui: optionalText, name }),
  fPort: number,
  fCntUp: number,
  payload: optionalText,
  encodingType: optionalText,
  recvTime: number,
  gwInfo: listOf(z.looseObject({ rssi: number, snr: number }).catch({ rssi: null, snr: null })),
})
const readWanesy = (sent: Fields): Heard => {
  const body = Wanesy.parse(sent)
  return {
    ...NOTHING_HEARD,
    kind: 'up',
    eui: euiOf(body.endDevice?.devEui),
    name: shortText(String(body.endDevice?.name ?? '')),
    time: isoOf(body.recvTime),
    fPort: plainNumber(body.fPort),
    fCnt: counterOf(plainNumber(body.fCntUp)),
    bytes:
      body.encodingType && !/^hex/i.test(body.encodingType) ? base64PayloadOf(body.payload) : fromHex(body.payload),
    ...bestGateway(body.gwInfo),
  }
}

const Helium = z.looseObject({
  dev_eui: optionalText,
  name,
  payload: optionalText,
  port: number,
  fcnt: number,
  reported_at: number,
  decoded: loose({ payload: z.unknown().optional() }),
  hotspots: listOf(z.looseObject({ rssi: number, snr: number }).catch({ rssi: null, snr: null })),
})
const readHelium = (sent: Fields): Heard => {
  const body = Helium.parse(sent)
  return {
    ...NOTHING_HEARD,
    kind: 'up',
    eui: euiOf(body.dev_eui),
    name: shortText(String(body.name ?? '')),
    time: isoOf(body.reported_at),
    fPort: plainNumber(body.port),
    fCnt: counterOf(plainNumber(body.fcnt)),
    bytes: base64PayloadOf(body.payload),
    ...decodedOf(body.decoded?.payload),
    ...bestGateway(body.hotspots),
  }
}

const Aws = z.looseObject({
  WirelessDeviceId: optionalText,
  PayloadData: optionalText,
  WirelessMetadata: loose({
    LoRaWAN: loose({
      DevEui: optionalText,
      FPort: number,
      FCnt: number,
      Timestamp: optionalText,
      Gateways: listOf(z.looseObject({ Rssi: number, Snr: number }).catch({ Rssi: null, Snr: null })),
    }),
  }),
})
const readAws = (sent: Fields): Heard => {
  const { WirelessDeviceId, PayloadData, WirelessMetadata } = Aws.parse(sent)
  const about = WirelessMetadata?.LoRaWAN
  return {
    ...NOTHING_HEARD,
    kind: 'up',
    eui: euiOf(about?.DevEui),
    name: shortText(WirelessDeviceId),
    time: shortText(about?.Timestamp),
    fPort: plainNumber(about?.FPort),
    fCnt: counterOf(plainNumber(about?.FCnt)),
    bytes: base64PayloadOf(PayloadData),
    ...bestGateway(about?.Gateways?.map(({ Rssi, Snr }) => ({ rssi: plainNumber(Rssi), snr: plainNumber(Snr) }))),
  }
}

/** Version 2 of The Things Stack, which some private installations still run. */
const OldTtn = z.looseObject({
  hardware_serial: optionalText,
  dev_id: optionalText,
  port: number,
  counter: number,
  payload_raw: optionalText,
  payload_fields: z.unknown().optional(),
  metadata: loose({
    time: optionalText,
    gateways: listOf(z.looseObject({ rssi: number, snr: number }).catch({ rssi: null, snr: null })),
  }),
})
const readOldTtn = (sent: Fields): Heard => {
  const body = OldTtn.parse(sent)
  return {
    ...NOTHING_HEARD,
    kind: 'up',
    eui: euiOf(body.hardware_serial),
    name: shortText(body.dev_id),
    time: shortText(body.metadata?.time),
    fPort: plainNumber(body.port),
    fCnt: counterOf(plainNumber(body.counter)),
    bytes: base64PayloadOf(body.payload_raw),
    ...decodedOf(body.payload_fields),
    ...bestGateway(body.metadata?.gateways),
  }
}

export type OtherNetwork = 'loriot' | 'thingpark' | 'wanesy' | 'helium' | 'aws' | 'ttn'

const SERVERS: { network: OtherNetwork; isIts: (body: Fields) => boolean; read: (body: Fields) => Heard }[] = [
  { network: 'loriot', isIts: body => typeof body.cmd === 'string' && typeof body.EUI === 'string', read: readLoriot },
  {
    network: 'thingpark',
    isIts: body =>
      Object.keys(body)
        .slice(0, 20)
        .some(key => THINGPARK.test(key)),
    read: readThingpark,
  },
  { network: 'wanesy', isIts: body => isFields(body.endDevice) && 'payload' in body, read: readWanesy },
  { network: 'helium', isIts: body => typeof body.dev_eui === 'string' && 'hotspots' in body, read: readHelium },
  { network: 'aws', isIts: body => isFields(body.WirelessMetadata), read: readAws },
  { network: 'ttn', isIts: body => typeof body.hardware_serial === 'string', read: readOldTtn },
]

/**
 * Reads what a network server other than The Things Stack 3 and ChirpStack passes on, told by its shape. Null for a shape that none of
 * them has. Sources: the documentation of LORIOT, Actility, Kerlink, Helium and AWS, and of The Things Network 2.
 */
export const readOtherServer = (sent: unknown): { network: OtherNetwork; heard: Heard } | null => {
  if (!isFields(sent)) return null
  const server = SERVERS.find(one => one.isIts(sent))
  return server ? { network: server.network, heard: server.read(sent) } : null
}
