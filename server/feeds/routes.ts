import { type Feed, type FeedContent, feedEndpoints } from '#shared/contract/accounts/feeds.ts'
import { API_BASE } from '#shared/contract/call.ts'
import { feedEndsAt } from '#shared/rules/accounts/feeds.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../audit/audit.ts'
import { noteDownload, streamExport } from '../exports/answer.ts'
import { planExport, requireNotTooMuch } from '../exports/making/plan.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { isAboutHeaders, type Served, serve } from '../kit/http/serve.ts'
import { type Words, wordsIn } from '../kit/language.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, requireArea, visibleLocationIds } from '../locations/access.ts'
import { emissionPlaces } from '../locations/places.ts'
import { MEASUREMENT_TYPES } from '../taxonomy/types.ts'
import { activeAccount, type Person } from '../users/accounts.ts'
import { writeCalendar } from './calendar.ts'
import { countFeeds, deleteFeedRow, type FeedRow, feedOfSecret, feedsOf, insertFeed, noteFeedRead } from './store.ts'
import { exportOfFeed } from './values.ts'

/** Beginning of every secret of a feed, by which one that leaked can be found. */
const PREFIX = 'bmf_'
const NOTE_READ_MS = 10 * MINUTE_MS
const FILES = { calendar: 'calendar.ics', values: 'values.csv' } as const

/** Person as one who sees own places and those of groups: a feed holds nothing that only an administrator sees. */
const callerOf = ({ id, email }: Pick<Person, 'id' | 'email'>): Caller => ({ id, email, admin: false })

/** Names of areas that the caller sees, and of their locations. */
const areaNames = async (db: Database, caller: Caller) => {
  const places = await emissionPlaces(db, await visibleLocationIds(db, caller))
  return new Map(
    places.flatMap(({ name: location_name, areas }) =>
      areas.map(area => [area.id, { area_name: area.name, location_name }]),
    ),
  )
}
type AreaNames = Awaited<ReturnType<typeof areaNames>>

const present = ({ content: text, ...row }: FeedRow, names: AreaNames): Feed => {
  const content = fromJson(text)
  const area = content.kind === 'values' ? names.get(content.area_id) : undefined
  return {
    ...row,
    kind: content.kind,
    content,
    area_name: area?.area_name ?? null,
    location_name: area?.location_name ?? null,
    ends_at: new Date(feedEndsAt(row)).toISOString(),
  }
}

const requireContent = async (db: Database, caller: Caller, content: FeedContent, t: Words): Promise<void> => {
  if (content.kind !== 'values') return
  const refused = (field: string) =>
    new Failure('no_valid_input', { fields: { [field]: [t('fields.unknown_reference')] } })
  const known = new Set<string>(MEASUREMENT_TYPES.map(({ abbreviation }) => abbreviation))
  if (content.measurements.some(key => !known.has(key))) throw refused('measurements')
  await requireArea(db, caller, content.area_id, 'read').catch(error => {
    throw error instanceof Failure && error.status === 404 ? refused('area_id') : error
  })
}

/** Feed with this secret and the person who made it, while it lasts and they may sign in. Throws not_found. */
const requireFeed = async <Kind extends FeedContent['kind']>({ db, now }: Services, secret: string, kind: Kind) => {
  const row = secret.startsWith(PREFIX) ? await feedOfSecret(db, hashOf(secret)) : undefined
  const content = row && fromJson(row.content)
  if (!row || content?.kind !== kind || feedEndsAt(row) <= now()) throw new Failure('not_found')
  const maker = await activeAccount(db, row.user_id)
  if (!maker) throw new Failure('not_found')
  return { row, maker, content: content as Extract<FeedContent, { kind: Kind }> }
}

/** Notes that a feed is read; true once a day. */
const noteRead = async ({ db, now }: Services, { id, last_read_at }: FeedRow): Promise<boolean> => {
  const at = new Date(now()).toISOString()
  const isFirstOfDay = last_read_at?.slice(0, 10) !== at.slice(0, 10)
  if (isFirstOfDay || now() - Date.parse(last_read_at ?? at) > NOTE_READ_MS) await noteFeedRead(db, id, at)
  return isFirstOfDay
}

export const feedRoutes = ({ ending }: { ending: AbortSignal }): Served[] =>
  serve(feedEndpoints, {
    listFeeds: async (_, { db, user }) => {
      const [rows, names] = [await feedsOf(db, user.id), await areaNames(db, callerOf(user))]
      return rows.map(row => present(row, names))
    },

    createFeed: async ({ body }, context) => {
      const { db, user, t, environment } = context
      const { name, ...content } = body
      const caller = callerOf(user)
      await requireContent(db, caller, content, t)
      const secret = `${PREFIX}${newSecret()}`
      const row = await db.transaction().execute(async trx => {
        await lockUser(trx, user.id)
        // Counted for administrators, too: each is one more way to an account's data.
        requireQuota({ environment, user: caller }, 'feeds', await countFeeds(trx, user.id))
        await writeAudit(context, trx, { action: 'feed_created', user_id: user.id, name })
        return insertFeed(trx, {
          user_id: user.id,
          name,
          content: jsonOf(content),
          secret_hash: hashOf(secret),
          tail: secret.slice(-4),
          created_at: isoNow(context),
          last_read_at: null,
        })
      })
      const path = `${API_BASE}/feeds/${secret}/${FILES[content.kind]}`
      return { ...present(row, await areaNames(db, caller)), path }
    },

    deleteFeed: async ({ params }, context) => {
      const { db, user } = context
      await db.transaction().execute(async trx => {
        const gone = await deleteFeedRow(trx, user.id, params.id)
        if (!gone) throw new Failure('not_found')
        await writeAudit(context, trx, { action: 'feed_revoked', user_id: user.id, name: gone.name })
      })
      return undefined
    },

    readCalendarFeed: async ({ params }, context) => {
      const { reply } = context
      reply.header('cache-control', 'no-store')
      const { row, maker, content } = await requireFeed(context, params.secret, 'calendar')
      const calendar = await writeCalendar(context, maker, { name: row.name, events: content.events })
      await noteRead(context, row)
      reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="barnometer.ics"')
      return reply.send(calendar)
    },

    readValuesFeed: async ({ params }, context) => {
      const { db, now, reply } = context
      reply.header('cache-control', 'no-store')
      const { row, maker, content } = await requireFeed(context, params.secret, 'values')
      const user = callerOf(maker)
      const [language, t] = [maker.locale, wordsIn(maker.locale)]
      const reader = { ...context, user, language, t }
      const plan = await planExport(await exportOfFeed(db, user, content, now()), reader)
      requireNotTooMuch(plan, t)
      if (!isAboutHeaders(reply)) {
        // A spreadsheet asks again and again: one entry a day says who takes what.
        if (await noteRead(context, row)) await noteDownload({ ...context, user: null }, maker, plan)
      }
      return streamExport(reader, plan, ending)
    },
  })
