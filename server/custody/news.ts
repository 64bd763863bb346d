import type { World } from '../kit/world.ts'

/** News with the id of a device: somebody else has it, or for another time, or it hangs somewhere else. */
const CUSTODY_CHANGED = 'custody'

export const publishCustodyChanged = (world: Pick<World, 'bus'>, deviceId: number): void =>
  world.bus.publish(CUSTODY_CHANGED, deviceId)

/** Returns the way to stop listening. */
export const onCustodyChanged = (world: Pick<World, 'bus'>, listener: (deviceId: number) => void) =>
  world.bus.subscribe<number>(CUSTODY_CHANGED, listener)
