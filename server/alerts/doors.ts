import type { World } from '../kit/world.ts'
import { probeStore } from '../series/probe.ts'
import { within } from './evaluation/apart.ts'
import { noteHearing } from './evaluation/hearing.ts'

const EVERY_MS = 15_000
const ANSWER_MS = 10_000

/** Tells whether this process is connected to the broker that devices send to. */
type Link = () => boolean

/**
 * Notes at which doors of this process a message could be taken and stored at this moment. Rejects when none could: the
 * stores do not take anything.
 */
export const noteDoors = async (world: World, isLinked: Link): Promise<void> => {
  await within(ANSWER_MS, signal => probeStore(world.series, world.now(), signal))
  if (world.environment.ROLE !== 'jobs') await noteHearing(world, 'http')
  if (isLinked()) await noteHearing(world, 'broker')
}

/** Notes it for as long as the process runs. Returns the way to stop. */
export const watchDoors = (world: World, isLinked: Link): (() => void) => {
  let isBusy = false
  const look = () => {
    if (isBusy) return
    isBusy = true
    noteDoors(world, isLinked)
      .catch(error => world.log.error({ err: error }, 'no message can be taken'))
      .finally(() => {
        isBusy = false
      })
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return () => clearInterval(timer)
}
