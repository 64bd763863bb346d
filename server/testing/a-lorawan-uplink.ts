import type { TestApp } from './start-test-app.ts'

export const SECRET = 'a-secret-of-the-network-server'

let euis = 0
export const anEui = (): string => (0xa840410000000000n + BigInt(++euis)).toString(16).toUpperCase()

/** Milesight: 21.5 °C, 60 %, battery 85 %. */
const BYTES = Buffer.from('0175550367d700046878', 'hex').toString('base64')
const GATEWAYS = [
  { rssi: -20, snr: 2 },
  { rssi: -60, snr: 9 },
  { rssi: -61, snr: 9 },
]

/** An uplink as The Things Stack sends it, received now. */
export const aTtnUplink = ({ clock }: TestApp, eui: string, changes: Record<string, unknown> = {}) => ({
  end_device_ids: { device_id: 'barn-1', dev_eui: eui, application_ids: { application_id: 'farm' } },
  received_at: clock.iso(),
  uplink_message: {
    f_port: 85,
    f_cnt: 4,
    frm_payload: BYTES,
    rx_metadata: GATEWAYS,
    received_at: clock.iso(),
    version_ids: { brand_id: 'milesight-iot', model_id: 'em300-th' },
    ...changes,
  },
})

/** An uplink as ChirpStack sends it, received now. */
export const aChirpstackUplink = ({ clock }: TestApp, eui: string, changes: Record<string, unknown> = {}) => ({
  deduplicationId: 'x',
  time: clock.iso(),
  deviceInfo: { devEui: eui.toLowerCase(), deviceName: 'barn-1', deviceProfileName: 'Milesight EM300-TH' },
  fCnt: 4,
  fPort: 85,
  data: BYTES,
  rxInfo: GATEWAYS,
  ...changes,
})
