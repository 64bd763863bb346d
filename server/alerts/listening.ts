import type { Services } from '../kit/services.ts'
import { probeStore } from '../series/probe.ts'
import { within } from './evaluation/apart.ts'
import { noteHearing } from './evaluation/hearing.ts'

const EVERY_MS = 15_000
const ANSWER_MS = 10_000

/** Tells whether this process is connected to the broker that devices send to. */
type Link = () => boolean

/**
 * Notes at which transports of this process a message could be taken and stored at this moment. Rejects when none could: the
 * stores do not take anything.
 */
export const noteListening = async (services: Services, isLinked: Link): Promise<void> => {
  await within(ANSWER_MS, signal => probeStore(services.series, services.now(), signal))
  if (services.environment.ROLE !== 'jobs') await noteHearing(services, 'http')
  if (isLinked()) await noteHearing(services, 'broker')
}

/** Notes it for as long as the process runs. Returns the way to stop. */
export const watchListening = (services: Services, isLinked: Link): (() => void) => {
  let isBusy = false
  const look = () => {
    if (isBusy) return
    isBusy = true
    noteListening(services, isLinked)
      .catch(error => services.log.error({ err: error }, 'no message can be taken'))
      .finally(() => {
        isBusy = false
      })
  }
  look()
  const timer = setInterval(look, EVERY_MS)
  return () => clearInterval(timer)
}
