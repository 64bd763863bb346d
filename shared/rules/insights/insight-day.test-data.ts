import { BINS_PER_HOUR, type Bins, type DayData, type InsightQuantity } from './insights.ts'

const DAYS = 15
const PER_DAY = 24 * BINS_PER_HOUR

/** The last day is 14. */
export interface At {
  day: number
  minute: number
}
type Course = (at: At) => number | null

export const minute = (at: At, from: number, until: number): boolean => at.minute >= from && at.minute < until

export const column = (course: Course): Bins =>
  Float64Array.from({ length: DAYS * PER_DAY }, (_, index) => {
    const at = { day: Math.floor(index / PER_DAY), minute: (index % PER_DAY) * 5 }
    return course(at) ?? Number.NaN
  })

type Given = Partial<Record<InsightQuantity, Course>> &
  Partial<Pick<DayData, 'species' | 'edges' | 'siblings' | 'emission'>> & { outdoor_t?: Course; outdoor_h?: Course }

/** Fifteen days without a clock change, each quantity by its course. */
export const insightDay = ({
  species = 'pig',
  edges = {},
  siblings = [],
  emission = [],
  outdoor_t,
  outdoor_h,
  ...courses
}: Given): DayData => {
  const days = Array.from({ length: DAYS }, (_, day) => ({ from: day * PER_DAY, until: (day + 1) * PER_DAY }))
  const last = (DAYS - 1) * PER_DAY
  return {
    from: 0,
    species,
    edges,
    siblings,
    emission: days.map((_, day) => emission[day] ?? null),
    values: Object.fromEntries(Object.entries(courses).map(([quantity, course]) => [quantity, column(course)])),
    outdoors: { ...(outdoor_t && { t: column(outdoor_t) }), ...(outdoor_h && { h: column(outdoor_h) }) },
    days,
    night: { from: last - 2 * BINS_PER_HOUR, until: last + 6 * BINS_PER_HOUR },
    hoursOf: ({ from }) =>
      Array.from({ length: 24 }, (_, hour) => ({
        hour,
        span: { from: from + hour * BINS_PER_HOUR, until: from + (hour + 1) * BINS_PER_HOUR },
      })),
  }
}
