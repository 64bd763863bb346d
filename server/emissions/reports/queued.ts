import type { Language } from '#shared/contract/fixed.ts'
import type { EmissionPeriod, EmissionsQuery } from '#shared/contract/places/emissions.ts'
import { MAX_EMISSION_DAYS } from '#shared/contract/places/emissions.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import { type Dates, datesWithin, dayAfter } from '#shared/rules/time/calendar-periods.ts'
import type { Interval } from '#shared/rules/time/interval.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import type { Paper } from '../../kit/paper/paper.ts'
import { hashOf } from '../../kit/security/secrets.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import type { EmissionPlace } from '../../locations/places.ts'
import type { MailSection } from '../../notifications/templates/mail.ts'
import { placesOfAreas } from '../places-asked.ts'
import { freeze } from './freeze.ts'
import { summaryOf } from './frozen.ts'
import { reportCsv } from './report-csv.ts'
import { coverageText, emissionPaper } from './report-paper.ts'
import { keepForQueue, reportOfQueue } from './report-store.ts'
import { type ReportAsked, reportWords } from './report-words.ts'

/** Names of those of the areas whose emission a person may read, by id. */
export const emissionAreaNames = async (
  asking: Pick<Services, 'db'> & { user: Caller },
  areaIds: readonly number[],
): Promise<Map<number, string>> =>
  new Map((await placesOfAreas(asking, areaIds)).flatMap(({ areas }) => areas.map(({ id, name }) => [id, name])))

/**
 * Local days that a period (epoch ms) of a report is about: those that are over at its end, at least one. Throws too_much_data
 * beyond a year.
 */
export const reportedDays = ({ from, until }: Interval, zone: string): Dates => {
  const first = localDateAt(from, zone)
  const last = localDateAt(until, zone)
  const days = { from: first, until: last > first ? last : dayAfter(first) }
  if (datesWithin(days).length > MAX_EMISSION_DAYS) throw new Failure('too_much_data')
  return days
}

/** Longest periods, in days, whose sums are told by week and by month. */
const BY_WEEK = 31
const BY_MONTH = 92

const intervalFor = (days: number): EmissionsQuery['interval'] =>
  days <= BY_WEEK ? 'week' : days <= BY_MONTH ? 'month' : 'quarter'

export interface QueuedEmission {
  /** Report of the queue, and the one that it makes once more, where it does. */
  reportId: number
  againOf: number | undefined
  areaIds: readonly number[]
  gas: Emitted
  period: Interval
  zone: string
  language: Language
}

export interface WrittenEmission {
  paper: Paper
  title: string
  /** The most important numbers of each area, for a mail. */
  numbers: readonly MailSection[]
  csv: () => string
}

/**
 * Report of emissions for the queue of reports. Everything it is made of is kept with it before it is printed, so a second try,
 * and whoever has it made again, get the same numbers under the same checksum. Throws not_found where an area is not the
 * person's to see.
 */
export const writeQueuedEmission = async (
  services: Pick<Services, 'db' | 'series' | 'now'> & { user: Caller & { id: number; name: string } },
  { reportId, againOf, areaIds, gas, period, zone, language }: QueuedEmission,
  goOn: (done: number) => Promise<void>,
): Promise<WrittenEmission> => {
  const { db, user } = services
  const places = await placesOfAreas(services, areaIds)
  if (places.flatMap(({ areas }) => areas).length < new Set(areaIds).size) throw new Failure('not_found')
  const before =
    (await reportOfQueue(db, reportId)) ?? (againOf === undefined ? undefined : await reportOfQueue(db, againOf))
  const within = reportedDays(period, zone)
  const interval = intervalFor(datesWithin(within).length)
  const name = nameOf(places)
  const content = before
    ? before.content
    : jsonOf(await freeze(services, { places, name, gas, period: 'other', within, interval }, goOn))
  const frozen = fromJson(content)
  const row = { content, summary: jsonOf(summaryOf(frozen)), checksum: hashOf(content) }
  await keepForQueue(db, { ...row, user_id: user.id, made_at: frozen.made_at, report_id: reportId })
  // Another process may have been first.
  const kept = (await reportOfQueue(db, reportId)) ?? row
  const asked: ReportAsked = { content: fromJson(kept.content), checksum: kept.checksum, language }
  await goOn(areaIds.length)
  return {
    paper: emissionPaper(asked),
    title: reportWords(language).words.title,
    numbers: numbersOf(asked),
    csv: () => reportCsv(asked),
  }
}

/** Names of the places; of one area alone, with the name of that. */
const nameOf = (places: readonly EmissionPlace[]): string => {
  const [area, ...others] = places.flatMap(({ areas }) => areas)
  const names = places.map(({ name }) => name)
  return (area && others.length === 0 ? [...names, area.name] : names).join(', ')
}

const numbersOf = ({ content, language }: ReportAsked): MailSection[] => {
  const { words, emission, mass, range, percent, verdict } = reportWords(language)
  const besideOf = (total: EmissionPeriod): string[][] => {
    const beside = verdict(total)
    return beside === null ? [] : [[words.beside, beside]]
  }
  const areas = content.answer.areas.map(({ location_name, area_name, total }) => ({
    title: `${location_name}, ${area_name}`,
    table: {
      columns: null,
      rows: [
        [
          emission.substance[content.gas],
          total.kg === null ? emission.verdict.not_enough : `${mass(total.kg)} kg (${range(total)})`,
        ],
        ...besideOf(total),
        [emission.areas.data, coverageText(total, { percent })],
      ],
    },
  }))
  return [...areas, { text: words.estimate }]
}
