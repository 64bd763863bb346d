import ical, { type ICalEventData, ICalEventTransparency } from 'ical-generator'
import type { FeedContent } from '#shared/contract/accounts/feeds.ts'
import { DAY_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { type CalendarInspection, inspectionsSince, remindersSince } from '../diary/calendar.ts'
import { type Words, wordsIn } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import { type Caller, visibleLocationIds } from '../locations/access.ts'
import { emissionPlaces, namesOfArea } from '../locations/places.ts'
import { roundsWithAnimals } from '../locations/rounds/animals.ts'
import type { Person } from '../users/accounts.ts'

/** Days back that a calendar shows, and ahead that a planned round may begin. */
const DAYS_BACK = 366
const DAYS_AHEAD = 731
const INSPECTION_MS = 15 * MINUTE_MS
/** Seconds after which a calendar may ask again. */
const AGAIN_SECONDS = 3600

/** Characters of a note in a calendar; the whole stands behind the link. */
const MAX_NOTE = 500
/** The next days of rounds that one calendar holds. */
const MAX_ROUNDS = 500

type Events = Extract<FeedContent, { kind: 'calendar' }>['events']

interface Writing {
  t: Words
  language: Person['locale']
  /** Address of this installation. */
  origin: string
  /** Epoch ms. */
  now: number
}

/** Text without control characters, which have no place in a calendar, but with its line breaks. */
const plain = (text: string): string => text.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
const shortened = (text: string): string =>
  text.length > MAX_NOTE ? `${text.slice(0, MAX_NOTE).toWellFormed()}…` : text
/** The name of a calendar, which the library writes as it is. */
const escaped = (name: string): string => plain(name).replaceAll(/[\\;,]/g, sign => `\\${sign}`)

const idOf = ({ origin }: Writing, name: string): string => `${name}@${new URL(origin).hostname}`

const timed = (
  writing: Writing,
  kind: 'inspection' | 'reminder',
  row: CalendarInspection,
  at: string,
): ICalEventData => {
  const { t, origin } = writing
  const place = row.location_name
  return {
    id: idOf(writing, `${kind}-${row.id}`),
    start: new Date(at),
    end: new Date(Date.parse(at) + INSPECTION_MS),
    stamp: new Date(row.updated_at),
    summary:
      kind === 'reminder'
        ? plain(row.reminder) || t('calendar.reminder', { place })
        : t('calendar.inspection', { place }),
    description: plain(shortened(row.notes)),
    location: place,
    url: `${origin}/inspections/${row.id}`,
  }
}

type Round = Awaited<ReturnType<typeof roundsWithAnimals>>[number]

/** First or last day of a round; a calendar counts whole days at whatever place it is looked at. */
const dayOf = (
  writing: Writing,
  round: Round,
  end: 'in' | 'out',
  area: { area_name: string; location_name: string },
): ICalEventData => {
  const { t, language, origin } = writing
  const day = Date.parse((end === 'in' ? round.date_in : round.date_out) ?? '')
  return {
    id: idOf(writing, `round-${round.id}-${end}`),
    start: new Date(day),
    end: new Date(day + DAY_MS),
    allDay: true,
    // A day of animals is no appointment.
    transparency: ICalEventTransparency.TRANSPARENT,
    stamp: new Date(writing.now),
    summary: t(`calendar.round_${end}`, { area: area.area_name }),
    description: [round.name, t('calendar.animals', { animals: round.animals.toLocaleString(language) })]
      .filter(Boolean)
      .join('\n'),
    location: area.location_name,
    url: `${origin}/rounds?area_id=${round.area_id}`,
  }
}

const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

const roundsOf = async (
  services: Services,
  locationIds: number[] | null,
  writing: Writing,
): Promise<ICalEventData[]> => {
  const { db, now } = services
  const places = await emissionPlaces(db, locationIds)
  const areas = new Map(places.flatMap(place => place.areas.map(area => [area.id, namesOfArea(place, area)])))
  const [from, until] = [isoDay(now() - DAYS_BACK * DAY_MS), isoDay(now() + DAYS_AHEAD * DAY_MS)]
  const rounds = await roundsWithAnimals(db, [...areas.keys()], from, until)
  const newestFirst = rounds.sort((a, b) => (a.date_in < b.date_in ? 1 : -1))
  return newestFirst.flatMap(round => {
    const area = areas.get(round.area_id)
    if (!area) return []
    return [
      ...(round.date_in >= from ? [dayOf(writing, round, 'in', area)] : []),
      ...(round.date_out ? [dayOf(writing, round, 'out', area)] : []),
    ]
  })
}

/**
 * Calendar (iCalendar, RFC 5545) of what `maker` sees now: their own reminders, inspections of the last year, and the days on which
 * animals come and go.
 */
export const writeCalendar = async (
  services: Services,
  maker: Person,
  { name, events }: { name: string; events: Events },
): Promise<string> => {
  const { db, now, publicUrl } = services
  const caller: Caller = { id: maker.id, email: maker.email, admin: false }
  const locationIds = await visibleLocationIds(db, caller)
  const writing = { t: wordsIn(maker.locale), language: maker.locale, origin: publicUrl(), now: now() }
  const since = new Date(now() - DAYS_BACK * DAY_MS).toISOString()
  const calendar = ical({
    name: escaped(name),
    prodId: { company: 'Barnometer', product: 'Barnometer' },
    ttl: AGAIN_SECONDS,
  })
  if (events.includes('reminders'))
    for (const row of await remindersSince(db, maker.id, locationIds, since))
      calendar.createEvent(timed(writing, 'reminder', row, row.reminder_date ?? row.date))
  if (events.includes('inspections'))
    for (const row of await inspectionsSince(db, locationIds, since))
      calendar.createEvent(timed(writing, 'inspection', row, row.date))
  if (events.includes('rounds'))
    for (const event of (await roundsOf(services, locationIds, writing)).slice(0, MAX_ROUNDS))
      calendar.createEvent(event)
  return calendar.toString()
}
