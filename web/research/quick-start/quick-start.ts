import type { z } from 'zod'
import type { QuickStart } from '#shared/contract/places/research.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { instantOf } from '../../kit/time/instant.ts'

/** Values of the fields; dates on the calendar of the place, both days included. */
export interface QuickStartValues extends Record<string, unknown> {
  location_id: string | null
  area_ids: string[]
  start: string
  end: string
  research_subject_id: string
  name: string
  people: string[]
  /** Area of each chosen device, by device id. */
  devices: Record<string, string>
}

const nextDay = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)

/** The period of a plan (ISO 8601 UTC): from midnight of its first day to the midnight after its last one. */
export const placementPeriodOf = ({ start, end }: Pick<QuickStartValues, 'start' | 'end'>, zone: string) => ({
  start: start === '' ? '' : instantOf(`${start}T00:00`, zone),
  end: end === '' ? null : instantOf(`${nextDay(end)}T00:00`, zone),
})

/** The last whole day before a moment, as a date field holds it. */
export const lastDayBefore = (field: string): string =>
  new Date(Date.parse(`${field.slice(0, 10)}T00:00:00Z`) - (field.slice(11) === '00:00' ? DAY_MS : 0))
    .toISOString()
    .slice(0, 10)

export const quickStartBody = (plan: QuickStartValues, zone: string): z.input<typeof QuickStart> => {
  const name = plan.name.trim()
  return {
    location_id: plan.location_id === null ? (null as never) : Number(plan.location_id),
    ...placementPeriodOf(plan, zone),
    research_subject_id: Number(plan.research_subject_id),
    research: name === '' ? null : { name, people: plan.people },
    devices: Object.entries(plan.devices).map(([device, area]) => ({
      device_id: Number(device),
      area_id: Number(area),
    })),
  }
}

/** Area a device goes to at first: where it hangs already, else the first chosen area without one, else the first. */
export const areaFor = (plan: QuickStartValues, hangsIn: number | undefined): string | undefined => {
  const taken = new Set(Object.values(plan.devices))
  const own = plan.area_ids.find(id => Number(id) === hangsIn)
  return own ?? plan.area_ids.find(id => !taken.has(id)) ?? plan.area_ids[0]
}

/** The plan with other areas: devices whose area is not chosen any more go to the first one, or out when there is none. */
export const withAreas = (plan: QuickStartValues, area_ids: string[]): QuickStartValues => ({
  ...plan,
  area_ids,
  devices: Object.fromEntries(
    Object.entries(plan.devices).flatMap(([device, area]) => {
      const kept = area_ids.includes(area) ? area : area_ids[0]
      return kept === undefined ? [] : [[device, kept]]
    }),
  ),
})
