import { createTryCount } from '../../../kit/limits/limits.ts'
import type { Services } from '../../../kit/services.ts'

const WINDOW_MS = 60_000
/**
 * Names that may use up their tries from one address: one device with a wrong key must not shut out the others behind
 * its router.
 */
const NAMES_OF_AN_ADDRESS = 20

/** Counts failed sign-ins; from the limit on a name is not heard from its address, by any process, until the minute is over. */
export const createSignInTries = (most: number, services: Pick<Services, 'db' | 'now'>) => {
  const ofNames = createTryCount(services, 'mqtt_name', { most, withinMs: WINDOW_MS })
  const ofAddresses = createTryCount(services, 'mqtt_address', {
    most: most * NAMES_OF_AN_ADDRESS,
    withinMs: WINDOW_MS,
  })
  const named = (address: string, name: string): string => `${address} ${name.slice(0, 100)}`
  return {
    mayTry: async (address: string, name: string): Promise<boolean> =>
      !(await ofNames.isUsedUp(named(address, name))) && !(await ofAddresses.isUsedUp(address)),
    failed: async (address: string, name: string): Promise<void> => {
      await ofNames.count(named(address, name))
      await ofAddresses.count(address)
    },
  }
}
export type SignInTries = ReturnType<typeof createSignInTries>
