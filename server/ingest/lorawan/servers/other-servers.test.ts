import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readOtherServer } from './other-servers.ts'

const EUI = '0018B20000000B20'
const HEX = '0367fa00'
const BASE64 = 'A2f6AA=='
const UP = { kind: 'up', eui: EUI, fPort: 2, fCnt: 12, bytes: BASE64, rssi: -60, snr: 9 }
const gateways = [
  { rssi: -20, snr: 2 },
  { rssi: -60, snr: 9 },
]

describe('[decisions §5] an uplink of', () => {
  test.each([
    [
      'loriot',
      { cmd: 'gw', EUI, ts: 1_763_640_000_000, fcnt: 12, port: 2, data: HEX, bat: 127, gws: gateways },
      { ...UP, time: '2025-11-20T12:00:00.000Z', battery: 50 },
    ],
    ['loriot', { cmd: 'rx', EUI, ts: 1_763_640_000_000, fcnt: 12, port: 2, data: HEX, rssi: -60, snr: 9 }, UP],
    [
      'thingpark',
      {
        DevEUI_uplink: {
          Time: '2018-10-03T15:38:46.882+02:00',
          DevEUI: EUI,
          FPort: '2',
          FCntUp: '12',
          payload_hex: HEX,
          LrrRSSI: '-60.000000',
          LrrSNR: '9.000000',
          DriverCfg: { mod: { pId: 'dragino', mId: 'lht65' } },
          payload: { temperature: 25 },
        },
      },
      { ...UP, time: '2018-10-03T15:38:46.882+02:00', profile: 'dragino lht65', fields: { temperature: 25 } },
    ],
    [
      'wanesy',
      {
        endDevice: { devEui: EUI, cluster: { id: 1 } },
        fPort: 2,
        fCntUp: 12,
        payload: HEX,
        recvTime: 1_763_640_000_000,
        gwInfo: gateways,
      },
      { ...UP, time: '2025-11-20T12:00:00.000Z' },
    ],
    [
      'helium',
      {
        dev_eui: EUI,
        name: 'barn',
        payload: BASE64,
        port: 2,
        fcnt: 12,
        reported_at: 1_763_640_000_000,
        decoded: { payload: { temperature: 25 } },
        hotspots: gateways,
      },
      { ...UP, name: 'barn', fields: { temperature: 25 } },
    ],
    [
      'aws',
      {
        WirelessDeviceId: 'id',
        PayloadData: BASE64,
        WirelessMetadata: {
          LoRaWAN: {
            DevEui: EUI.toLowerCase(),
            FPort: 2,
            FCnt: 12,
            Timestamp: '2025-11-20T12:00:00Z',
            Gateways: [{ Rssi: -60, Snr: 9 }],
          },
        },
      },
      { ...UP, name: 'id', time: '2025-11-20T12:00:00Z' },
    ],
    [
      'ttn',
      {
        dev_id: 'barn',
        hardware_serial: EUI,
        port: 2,
        counter: 12,
        payload_raw: BASE64,
        payload_fields: { temperature: 25 },
        metadata: { time: '2019-06-14T13:14:40.226618748Z', gateways },
      },
      { ...UP, name: 'barn', fields: { temperature: 25 } },
    ],
  ])('%s is read', (network, body, heard) => {
    expect(readOtherServer(body)).toMatchObject({ network, heard })
  })

  test('nobody we know is none', () => {
    for (const body of [{}, [], 5, null, 'x', { t: 21 }, { end_device_ids: {} }, { deviceInfo: {} }])
      expect(readOtherServer(body)).toBeNull()
  })

  test('any of them in a wrong form never throws', () => {
    const key = fc.constantFrom(
      'cmd',
      'EUI',
      'DevEUI_uplink',
      'endDevice',
      'payload',
      'dev_eui',
      'hotspots',
      'gws',
      'data',
      'WirelessMetadata',
      'LoRaWAN',
      'hardware_serial',
      'metadata',
    )
    fc.assert(
      fc.property(fc.dictionary(key, fc.oneof(fc.anything(), fc.dictionary(key, fc.anything()), fc.string())), body => {
        readOtherServer(body)
      }),
    )
  })
})
