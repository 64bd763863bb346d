import { DAY_MS } from '../time/units.ts'

/** Kinds of a feed: a calendar, values as a table, metrics that Grafana asks for as of a Prometheus, or sensors of Home Assistant over MQTT. */
export const FEED_KINDS = ['calendar', 'values', 'metrics', 'home_assistant'] as const
export type FeedKind = (typeof FEED_KINDS)[number]

/** Kinds of events that a calendar may show. */
export const FEED_EVENTS = ['reminders', 'inspections', 'rounds'] as const

/** Periods back from now that a table of values may hold. */
export const FEED_PERIODS = ['day', 'week', 'month', 'year'] as const

/** Days after which a feed that nobody reads ends. */
export const FEED_IDLE_DAYS = 180

/** Time (epoch ms) at which a feed ends unless it is read before. Times are ISO 8601. */
export const feedEndsAt = ({ created_at, last_read_at }: { created_at: string; last_read_at: string | null }): number =>
  Date.parse(last_read_at ?? created_at) + FEED_IDLE_DAYS * DAY_MS
