/** ChirpStack takes what devices are to hear at its MQTT broker alone, so this stands where another network server's address does. */
const SCHEME = 'mqtt:'
/** An id of ours in the queue of ChirpStack, which wants a UUID; its acknowledgement names it. */
const MARK = '6261726e-6f6d-4000-8000-'

/**
 * Address where ChirpStack takes downlinks for a device, in the form that is kept; null where its event names no
 * application.
 */
export const commandsOf = (applicationId: string | null | undefined, eui: string): string | null =>
  applicationId && /^[0-9A-Za-z-]{1,64}$/.test(applicationId)
    ? `${SCHEME}application/${applicationId}/device/${eui.toLowerCase()}/command/down`
    : null

/** The topic in a kept route; null for the address of another network server. */
export const topicIn = (url: string): string | null => (url.startsWith(SCHEME) ? url.slice(SCHEME.length) : null)

export const commandFor = (topic: string, changeId: number, downlink: { fPort: number; bytes: Uint8Array }): string =>
  JSON.stringify({
    id: `${MARK}${String(changeId).padStart(12, '0')}`,
    devEui: topic.split('/')[3],
    confirmed: true,
    fPort: downlink.fPort,
    data: Buffer.from(downlink.bytes).toString('base64'),
  })

/** The change of a setting that an acknowledged item of the queue carried; null for somebody else's. */
export const changeOfItem = (id: string | null | undefined): number | null =>
  id?.startsWith(MARK) && /^\d{12}$/.test(id.slice(MARK.length)) ? Number(id.slice(MARK.length)) : null
