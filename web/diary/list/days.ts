import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { localDateAt } from '#shared/rules/time/wall-clock.ts'
import { shownDate, shownMonthDay } from '../../kit/language/viewer-formats.ts'

type Dated = Pick<InspectionSummary, 'date' | 'time_zone'>

/** `YYYY-MM-DD` on clocks of the place. */
export const dayOf = ({ date, time_zone }: Dated): string => localDateAt(date, time_zone)

export interface Day<One> {
  day: string
  /** Word for the day as the places reckon it at `now`; null for other days. */
  said: 'today' | 'yesterday' | null
  inspections: One[]
}

/** Inspections in their order, those of a day together; `now` in epoch ms. */
export const byDay = <One extends Dated>(inspections: readonly One[], now: number): Day<One>[] => {
  const days: Day<One>[] = []
  for (const inspection of inspections) {
    const day = dayOf(inspection)
    const last = days.at(-1)
    if (last?.day === day) {
      last.inspections.push(inspection)
      continue
    }
    const today = localDateAt(now, inspection.time_zone)
    const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10)
    days.push({
      day,
      said: day === today ? 'today' : day === yesterday ? 'yesterday' : null,
      inspections: [inspection],
    })
  }
  return days
}

/** A day as short as the year of `now` allows: `11-20`, else with its year. */
export const shortDay = (day: string, now: string): string =>
  day.slice(0, 4) === now.slice(0, 4) ? shownMonthDay(day) : shownDate(day)
