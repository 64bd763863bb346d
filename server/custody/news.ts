import type { Services } from '../kit/services.ts'

/** News with the id of a device: somebody else has it, or for another time, or it hangs somewhere else. */
const CUSTODY_CHANGED = 'custody'

export const publishCustodyChanged = (services: Pick<Services, 'bus'>, deviceId: number): void =>
  services.bus.publish(CUSTODY_CHANGED, deviceId)

/** Returns the way to stop listening. */
export const onCustodyChanged = (services: Pick<Services, 'bus'>, listener: (deviceId: number) => void) =>
  services.bus.subscribe<number>(CUSTODY_CHANGED, listener)
