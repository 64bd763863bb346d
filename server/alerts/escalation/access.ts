import { Failure } from '../../kit/failure.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { type Caller, hasLocationRight, ownsLocation } from '../../locations/access.ts'
import { placeOfLocation } from '../../locations/places.ts'
import { alertsSeenBy } from '../access.ts'
import { openAlertsSeenAt } from '../history/alert-store.ts'
import { alarmPlanOf } from './plan-store.ts'

type Context = Pick<Services, 'db' | 'now'> & { user: Caller }

/**
 * The location whose plan a caller reads: its owner's; that of who stands in the plan; and that of who sees an alert that is
 * open there, for then the telephone numbers matter: they read no addresses, and of the log these `openAlerts` only, which
 * are null for the others. Throws not_found for anybody else.
 */
export const requirePlanReader = async (context: Context, id: number) => {
  const { db, user } = context
  const location = await placeOfLocation(db, id)
  if (!location) throw new Failure('not_found')
  const isOwner = await ownsLocation(db, user, id)
  const isNamed = async () =>
    (await alarmPlanOf(db, id))?.people.some(({ email }) => email === user.email.toLowerCase())
  const openAlerts = isOwner || (await isNamed()) ? null : await openAlertsSeen(context, id)
  if (openAlerts?.length === 0) throw new Failure('not_found')
  return { ...location, isOwner, openAlerts }
}

/**
 * Requires the owner, who alone changes the plan, tests it and notes something. Throws not_allowed for a caller who may
 * only read it.
 */
export const requirePlanOwner = async (context: Context, id: number) => {
  const location = await requirePlanReader(context, id)
  if (!location.isOwner) throw new Failure('not_allowed')
  return location
}

const openAlertsSeen = async (context: Context, locationId: number): Promise<number[]> => {
  const { db, user } = context
  const now = isoNow(context)
  const seen = await alertsSeenBy(db, user, now)
  // An own rule that always fires must open no telephone numbers to people a place is merely shared with.
  const withoutOwnRules = await hasLocationRight(db, user, locationId, 'read')
  return openAlertsSeenAt(db, locationId, seen, { now, withoutOwnRules })
}
