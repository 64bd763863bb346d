import type { ContactPoint } from '#shared/contract/alerts/contact-points.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { formOfService } from '#shared/rules/alerts/contact-services.ts'
import type { Database } from '../../kit/database/database.ts'
import { fromJson } from '../../kit/database/json.ts'
import { retriesOf } from '../outbox/outbox-store.ts'
import type { ContactWay, WayName } from '../tables.ts'
import { failureText } from '../templates/failure-text.ts'
import { type ContactPointRow, contactPointsOf, servicesOf } from './contact-point-store.ts'

/** Way of a contact point in the logs of who was told. */
export const wayOf = (id: number): ContactWay => `contact_point:${id}`

/** Id of the contact point that a way leads to; undefined of the other ways. */
export const contactPointIn = (way: WayName): number | undefined => {
  const [, id] = /^contact_point:(\d+)$/.exec(way) ?? []
  return id === undefined ? undefined : Number(id)
}

/** Contact points of a person; of what need not be acted on at once, those alone that tell of it. */
export const contactPointsToTell = async (
  db: Database,
  userId: number,
  { isActNow }: { isActNow: boolean },
): Promise<ContactPointRow[]> =>
  (await contactPointsOf(db, userId)).filter(({ only_act_now }) => isActNow || only_act_now === 0)

type ShownWay = 'email' | 'push' | 'webhook' | 'messenger' | 'sms' | 'voice'

/** Ways as lists show them: a contact point by the kind of its service, one that is deleted as a messenger. */
export const shownWays = async (db: Database, ways: readonly WayName[]): Promise<(way: WayName) => ShownWay> => {
  const ids = new Set(ways.flatMap(way => contactPointIn(way) ?? []))
  const services = ids.size > 0 ? await servicesOf(db, ids) : new Map()
  return way => {
    if (way === 'email' || way === 'push' || way === 'webhook') return way
    const service = services.get(contactPointIn(way) ?? 0)
    return service ? formOfService(service).kind : 'messenger'
  }
}

/** Contact points of an account as it sees them: without secrets, and with what came of the newest attempt. */
export const presentContactPoints = async (
  db: Database,
  rows: readonly ContactPointRow[],
  language: Language,
): Promise<ContactPoint[]> => {
  const retries = await retriesOf(
    db,
    'contact_point',
    rows.map(({ id }) => String(id)),
  )
  return rows.map(({ id, service, name, only_act_now, settings, secret_names, error, ...times }) => ({
    ...{ id, service, name, only_act_now: only_act_now === 1, settings: fromJson(settings) },
    ...{ secrets: fromJson(secret_names), created_at: times.created_at, last_sent_at: times.last_sent_at },
    ...{
      failed_at: times.failed_at,
      error: error && failureText(error, language),
      retry_at: retries.get(String(id)) ?? null,
    },
  }))
}
