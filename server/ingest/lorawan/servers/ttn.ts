import { z } from 'zod'
import {
  base64PayloadOf,
  bestGateway,
  counterOf,
  decodedOf,
  euiOf,
  Gateways,
  type Heard,
  loose,
  NOTHING_HEARD,
  number,
  optionalText,
  shortText,
} from '../heard.ts'
import { changeIn } from './downlinks.ts'

const Message = z.looseObject({
  end_device_ids: loose({ device_id: optionalText, dev_eui: optionalText }),
  received_at: optionalText,
  uplink_message: loose({
    f_port: number,
    f_cnt: number,
    frm_payload: optionalText,
    decoded_payload: z.unknown().optional(),
    normalized_payload: z.unknown().optional(),
    rx_metadata: Gateways,
    received_at: optionalText,
    version_ids: loose({ brand_id: optionalText, model_id: optionalText }),
    last_battery_percentage: loose({ value: number }),
  }),
  join_accept: loose({ received_at: optionalText }),
  downlink_ack: loose({ correlation_ids: z.array(z.string()).nullish().catch(null) }),
})

/** Tells whether a body is one of The Things Stack 3, whatever happened. */
export const isOfTtn = (sent: unknown): boolean => typeof sent === 'object' && sent !== null && 'end_device_ids' in sent

/** Reads a message of The Things Stack, version 3. What it does not understand it leaves out. */
export const readTtn = (sent: unknown): Heard => {
  const { success, data } = Message.safeParse(sent)
  if (!success) return NOTHING_HEARD
  const about = {
    ...NOTHING_HEARD,
    eui: euiOf(data.end_device_ids?.dev_eui),
    name: shortText(data.end_device_ids?.device_id),
    time: shortText(data.received_at),
  }
  if (data.join_accept) return { ...about, kind: 'join', time: shortText(data.join_accept.received_at) ?? about.time }
  if (data.downlink_ack) return { ...about, acknowledged: changeIn(data.downlink_ack.correlation_ids ?? []) }
  const up = data.uplink_message
  if (!up) return about
  const { brand_id, model_id } = up.version_ids ?? {}
  return {
    ...about,
    kind: 'up',
    time: shortText(up.received_at) ?? about.time,
    profile: model_id ? shortText([brand_id, model_id].filter(Boolean).join(' ')) : null,
    // Zero is left out by its serializer.
    fPort: up.f_port ?? null,
    fCnt: counterOf(up.f_cnt ?? 0),
    bytes: base64PayloadOf(up.frm_payload),
    ...decodedOf(up.decoded_payload ?? up.normalized_payload),
    ...bestGateway(up.rx_metadata),
    battery: up.last_battery_percentage?.value ?? null,
  }
}
