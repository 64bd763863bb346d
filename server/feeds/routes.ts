import type { FastifyRequest } from 'fastify'
import { type Feed, type FeedContent, feedEndpoints } from '#shared/contract/accounts/feeds.ts'
import { API_BASE } from '#shared/contract/call.ts'
import { feedEndsAt } from '#shared/rules/accounts/feeds.ts'
import { writeAudit } from '../audit/audit.ts'
import { noteConsentedReads, streamExport, writeDownload } from '../exports/answer.ts'
import { planExport, requireNotTooMuch } from '../exports/making/plan.ts'
import type { Database } from '../kit/database/database.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { networkOf } from '../kit/http/network-of.ts'
import { isAboutHeaders, type Served, serve } from '../kit/http/serve.ts'
import { type Words, wordsIn } from '../kit/language.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { mqttAddress } from '../kit/mqtt-address.ts'
import { hashOf, newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { type Caller, requireArea, visibleLocationIds } from '../locations/access.ts'
import { emissionPlaces, namesOfArea } from '../locations/places.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { holdOwner, writeFeedMail } from '../users/accounts.ts'
import { writeCalendar } from './calendar.ts'
import { callerOf, feedWithSecret, noteReading, PREFIX } from './reading.ts'
import { countFeeds, deleteFeedRow, type FeedRow, feedsOf, insertFeed, takeNotingOf } from './store.ts'
import { exportOfFeed } from './values.ts'

/** Path that a feed is read at. That of metrics comes with its secret as a password, for which Grafana has a field. */
const pathOf = (services: Services, kind: FeedContent['kind'], secret: string): string => {
  if (kind === 'metrics') return `${API_BASE}/prometheus`
  if (kind === 'home_assistant') return mqttAddress(services) ?? ''
  return `${API_BASE}/feeds/${secret}/${kind === 'calendar' ? 'calendar.ics' : 'values.csv'}`
}

/** Names of areas that the caller sees, and of their locations. */
const areaNames = async (db: Database, caller: Caller) => {
  const places = await emissionPlaces(db, await visibleLocationIds(db, caller))
  return new Map(places.flatMap(place => place.areas.map(area => [area.id, namesOfArea(place, area)])))
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
  if (content.measurements.some(key => !measurementTypeOf(key))) throw refused('measurements')
  await requireArea(db, caller, content.area_id, 'read').catch(error => {
    throw error instanceof Failure && error.status === 404 ? refused('area_id') : error
  })
}

type Reading = Services & { request: FastifyRequest }

/** Feed with this secret and the person who made it; notes that it is read. Throws not_found, and limit_exceeded. */
const readFeed = async <Kind extends FeedContent['kind']>(context: Reading, secret: string, kind: Kind) => {
  const { db, now, request } = context
  const feed = await feedWithSecret(db, now(), secret, kind)
  if (!feed) {
    await countAttempt(context, 'feed_guess', networkOf(request.ip))
    throw new Failure('not_found')
  }
  await noteReading(context, feed.row, 'feed_read')
  return feed
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
      if (content.kind === 'home_assistant' && mqttAddress(context) === null)
        throw new Failure('no_valid_input', { fields: { kind: [t('feeds.no_broker')] } })
      await countAttempt(context, 'feed', user.id)
      const secret = `${PREFIX}${newSecret()}`
      const row = await db.transaction().execute(async trx => {
        const owner = await holdOwner(context, trx)
        await writeFeedMail(context, trx, owner, name)
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
          noted_on: null,
        })
      })
      sendSoon(context)
      const path = pathOf(context, content.kind, secret)
      const shown = content.kind === 'metrics' || content.kind === 'home_assistant' ? secret : null
      return { ...present(row, await areaNames(db, caller)), path, secret: shown }
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
      const { row, maker, content } = await readFeed(context, params.secret, 'calendar')
      const calendar = await writeCalendar(context, maker, { name: row.name, events: content.events })
      reply.type('text/calendar; charset=utf-8').header('content-disposition', 'inline; filename="barnometer.ics"')
      return reply.send(calendar)
    },

    readValuesFeed: async ({ params }, context) => {
      const { db, now, reply } = context
      reply.header('cache-control', 'no-store')
      const { row, maker, content } = await readFeed(context, params.secret, 'values')
      const user = callerOf(maker)
      const [language, t] = [maker.locale, wordsIn(maker.locale)]
      const input = await exportOfFeed(db, user, content, now())
      // A sheet shows the sentence where the values would be.
      if (!input) return reply.type('text/csv; charset=utf-8').send(`"${t('feeds.nothing')}"\r\n`)
      const reader = { ...context, user, language, t }
      const plan = await planExport(input, reader)
      requireNotTooMuch(plan, t)
      if (!isAboutHeaders(reply)) {
        const acting = { ...context, user: null }
        await noteConsentedReads(acting, maker, plan)
        // A spreadsheet asks again and again: one entry a day says who takes what.
        await db.transaction().execute(async trx => {
          if (await takeNotingOf(trx, row.id, isoNow(context).slice(0, 10)))
            await writeDownload(acting, trx, maker, { plan, name: row.name })
        })
      }
      return streamExport(reader, plan, ending)
    },
  })
