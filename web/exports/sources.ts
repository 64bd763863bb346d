import type { Device } from '#shared/contract/devices/devices.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { dateTimeIn } from '../kit/language/format.ts'
import { dayIn } from '../kit/language/viewer-formats.ts'

/** A device or placement that can be chosen. */
export interface Source {
  id: number
  title: string
  /** Words in smaller letters beside the title. */
  note: string
}

/** Sources of one farm, or of one project; without a name those that have none. */
export interface SourceGroup {
  name: string | null
  sources: Source[]
}

const order = new Intl.Collator(undefined, { numeric: true })

const grouped = <One>(
  all: readonly One[],
  nameOf: (one: One) => string | null,
  sourceOf: (one: One) => Source,
): SourceGroup[] =>
  [...Map.groupBy(all, nameOf)]
    .map(([name, of]) => ({
      name,
      sources: of.map(sourceOf).sort((a, b) => order.compare(`${a.title} ${a.note}`, `${b.title} ${b.note}`)),
    }))
    .sort((a, b) => Number(a.name === null) - Number(b.name === null) || order.compare(a.name ?? '', b.name ?? ''))

/** Devices by the farm they hang at now. */
export const deviceGroups = (devices: readonly Device[]): SourceGroup[] =>
  grouped(
    devices,
    ({ placement }) => placement?.location_name ?? null,
    ({ id, name, placement }) => ({ id, title: placement?.area_name ?? name, note: placement ? name : '' }),
  )

/** Placements that have begun, by the project they are part of. */
export const placementGroups = (placements: readonly LocationResearch[], now: number): SourceGroup[] =>
  grouped(
    placements.filter(({ start }) => Date.parse(start) <= now),
    ({ research_name }) => research_name,
    ({ id, area_name, device_name, start, end, time_zone }) => {
      const day = (moment: string | null) => (moment ? dayIn(moment, time_zone) : '')
      return {
        id,
        title: area_name,
        note: `${device_name}, ${[day(start), '–', day(end)].filter(Boolean).join('\u00A0')}`,
      }
    },
  )

/** Sources whose group, title or note has the words of a search. */
export const found = (groups: readonly SourceGroup[], words: string): SourceGroup[] => {
  return groups
    .map(group => ({
      ...group,
      sources: hasWords([group.name], words)
        ? group.sources
        : group.sources.filter(({ title, note }) => hasWords([group.name, title, note], words)),
    }))
    .filter(({ sources }) => sources.length > 0)
}

/**
 * Period from the first start to the last end of placements that have begun, on the clocks of the first; null without
 * one.
 */
export const researchPeriod = (
  placements: readonly Pick<LocationResearch, 'start' | 'end' | 'time_zone'>[],
  now: number,
): [start: string, end: string] | null => {
  const [first] = placements
  if (!first) return null
  const local = (time: number) => dateTimeIn(time, first.time_zone)
  const ends = placements.map(({ end }) => Math.min(now, end === null ? now : Date.parse(end)))
  return [local(Math.min(...placements.map(({ start }) => Date.parse(start)))), local(Math.max(...ends))]
}
