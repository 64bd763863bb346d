import { z } from 'zod'
import { FEED_EVENTS, FEED_KINDS, FEED_PERIODS } from '../../rules/accounts/feeds.ts'
import { EXPORT_STEPS } from '../../rules/science/averaging.ts'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { DECIMALS, SEPARATORS } from '../measurements/exports.ts'

const CalendarContent = z.object({
  kind: z.literal('calendar'),
  events: z
    .array(z.enum(FEED_EVENTS))
    .max(FEED_EVENTS.length)
    .refine(events => events.length > 0, { params: { code: 'required' } }),
})

const ValuesContent = z.object({
  kind: z.literal('values'),
  area_id: Id,
  /** Columns of the table: named, so that none moves when a sensor sends nothing for a while. */
  measurements: z
    .array(z.string().regex(/^[a-z0-9_]{1,64}$/i))
    .max(200)
    .refine(keys => keys.length > 0, { params: { code: 'required' } }),
  /** The last 24 hours, 7, 30 or 365 days. */
  interval: z.enum(FEED_PERIODS).default('week'),
  /** Seconds that one mean stands for; longer ones where the period asks for it. */
  step_seconds: z.union(EXPORT_STEPS.map(step => z.literal(step))).default(3600),
  separator: z.enum(SEPARATORS).default('comma'),
  decimal: z.enum(DECIMALS).default('point'),
})

const MetricsContent = z.object({ kind: z.literal('metrics') })

const HomeAssistantContent = z.object({ kind: z.literal('home_assistant') })

const Content = z.discriminatedUnion('kind', [CalendarContent, ValuesContent, MetricsContent, HomeAssistantContent])
export type FeedContent = z.output<typeof Content>

const Feed = z.object({
  id: Id,
  name: z.string(),
  kind: z.enum(FEED_KINDS),
  content: Content,
  /** Name of the area of a table and of its location; null of a calendar, and where the caller no longer sees it. */
  area_name: z.string().nullable(),
  location_name: z.string().nullable(),
  /** Last four characters of the secret in its address. */
  tail: z.string(),
  created_at: TimeOut,
  /** Time it was last read, to about ten minutes; null before it was. */
  last_read_at: TimeOut.nullable(),
  /** Time it ends unless it is read before. */
  ends_at: TimeOut,
})
export type Feed = z.output<typeof Feed>

export const FeedInput = z.discriminatedUnion('kind', [
  CalendarContent.extend({ name: Name }),
  ValuesContent.extend({ name: Name }),
  MetricsContent.extend({ name: Name }),
  HomeAssistantContent.extend({ name: Name }),
])

const SecretParams = z.object({ secret: z.string().max(100) })

export const feedEndpoints = endpoints({
  listFeeds: {
    method: 'GET',
    path: '/feeds',
    access: 'signedIn',
    scope: 'session',
    summary:
      "The caller's feeds for calendars and spreadsheets, without the secrets of their addresses; the newest first",
    response: z.array(Feed),
  },
  createFeed: {
    method: 'POST',
    path: '/feeds',
    access: 'signedIn',
    scope: 'session',
    summary:
      'Make a feed: whoever has its address, shown this once, reads what it holds until it is revoked, or nobody read it for half a year',
    body: FeedInput,
    status: 201,
    response: Feed.extend({
      /** Path that it is read at; that of one for Home Assistant is the address of the MQTT broker. */
      path: z.string(),
      /** Secret that goes in as a password, of one for Grafana or Home Assistant; null where it stands in the path. */
      secret: z.string().nullable(),
    }),
    failures: ['quota_reached', 'no_valid_input'],
  },
  deleteFeed: {
    method: 'DELETE',
    path: '/feeds/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Revoke a feed: its address opens nothing any more',
    params: IdParams,
    status: 204,
  },
  readCalendarFeed: {
    method: 'GET',
    path: '/feeds/:secret/calendar.ics',
    access: 'public',
    ownSecret: true,
    summary: 'Reminders, inspections and rounds of a feed as a calendar (iCalendar, RFC 5545)',
    params: SecretParams,
    file: 'text/calendar',
    failures: ['not_found', 'limit_exceeded'],
  },
  readValuesFeed: {
    method: 'GET',
    path: '/feeds/:secret/values.csv',
    access: 'public',
    ownSecret: true,
    summary: 'Means of an area over the last days, as a feed says: the table that an export would be',
    params: SecretParams,
    file: 'text/csv',
    failures: ['not_found', 'too_much_data', 'limit_exceeded'],
  },
})
