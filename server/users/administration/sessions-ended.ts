import type { Services } from '../../kit/services.ts'

/** News with the id of an account of which sessions or access tokens were ended. */
const SESSIONS_ENDED = 'sessions-ended'

export const publishSessionsEnded = (services: Pick<Services, 'bus'>, userId: number): void =>
  services.bus.publish(SESSIONS_ENDED, userId)

/** Returns the way to stop listening. */
export const onSessionsEnded = (services: Pick<Services, 'bus'>, listener: (userId: number) => void) =>
  services.bus.subscribe<number>(SESSIONS_ENDED, listener)
