import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'

/** Colours there are: more areas could not be told apart (design §2.1). */
export const MAX_AREAS = 8
/** Areas shown where nobody chose any. */
const FIRST_AREAS = 5

/** An area that can be chosen, with what there is of it. */
export interface AreaOption {
  id: number
  /** Name, with its farm where two areas have the same. */
  name: string
  farm: string
  /** Belongs to a farm of one's own; others are seen by a share or a project. */
  isOwn: boolean
  speciesId: number
  timeZone: string
  /** Days that count; null where the measurement was never made there. */
  days: number | null
  placementIds: readonly number[]
  deviceIds: readonly number[]
}

/** An area that is shown; its slot gives it colour, line and shape in all charts. */
export interface ChartArea extends AreaOption {
  slot: number
  /** Belongs to the second of two selections that are compared. */
  isSecond?: boolean
}

const collator = new Intl.Collator(undefined, { numeric: true })

/** The areas of an overview by farm and name, 2 before 10. */
export const areaOptions = (
  { areas }: StatisticsAnswer,
  measurement: string,
  ownFarms: ReadonlySet<number>,
): AreaOption[] => {
  const names = Map.groupBy(areas, area => area.area_name)
  return areas
    .map(area => ({
      id: area.area_id,
      name: (names.get(area.area_name)?.length ?? 0) > 1 ? `${area.area_name} · ${area.location_name}` : area.area_name,
      farm: area.location_name,
      isOwn: ownFarms.has(area.location_id),
      speciesId: area.area_type_id,
      timeZone: area.time_zone,
      days: area.measurements[measurement]?.days ?? null,
      placementIds: area.location_research_ids,
      deviceIds: area.device_ids,
    }))
    .sort((a, b) => collator.compare(a.farm, b.farm) || collator.compare(a.name, b.name))
}

/** Areas of the species that are chosen; of all where none is. */
export const ofSpecies = (options: readonly AreaOption[], species: readonly number[]): AreaOption[] =>
  options.filter(({ speciesId }) => species.length === 0 || species.includes(speciesId))

/** The slots as they are filled: those of the address, or else the first areas with data, one's own before those of others. */
export const filledSlots = (slots: readonly number[] | null, options: readonly AreaOption[]): readonly number[] =>
  slots?.slice(0, MAX_AREAS) ??
  options
    .filter(({ days }) => (days ?? 0) > 0)
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
    .slice(0, FIRST_AREAS)
    .map(({ id }) => id)

/** The areas that are shown, in the order of the list, each with its slot. */
export const shownAreas = (slots: readonly number[], options: readonly AreaOption[]): ChartArea[] =>
  options.flatMap(option => {
    const slot = slots.indexOf(option.id)
    return slot < 0 ? [] : [{ ...option, slot }]
  })

/** Number of areas of the address that are not among those one may see, or had nothing in the period. */
export const missingIn = (slots: readonly number[] | null, options: readonly AreaOption[]): number =>
  (slots ?? []).filter(id => id !== 0 && options.every(option => option.id !== id)).length

/** Chosen ones that there are to choose from: a list has no names of others. */
export const listedOf = (ids: readonly number[], options: readonly Pick<AreaOption, 'id'>[]): number[] =>
  ids.filter(id => options.some(option => option.id === id))

/**
 * The slots with an area put in or taken out: all others keep theirs, and with it their colour. Where none is free, one is put in
 * for an area that is not shown, as one of a link or of long ago: it has no box to take it out by.
 */
export const toggled = (slots: readonly number[], id: number, options: readonly Pick<AreaOption, 'id'>[]): number[] => {
  const at = slots.indexOf(id)
  if (at >= 0) return withoutTail(slots.map(one => (one === id ? 0 : one)))
  const empty = slots.indexOf(0)
  if (empty < 0 && slots.length < MAX_AREAS) return [...slots, id]
  const free = empty < 0 ? slots.findIndex(one => options.every(option => option.id !== one)) : empty
  return slots.map((one, index) => (index === free ? id : one))
}

const withoutTail = (slots: readonly number[]): number[] => {
  const last = slots.findLastIndex(id => id !== 0)
  return slots.slice(0, last + 1)
}

/** Tells whether as many areas are shown as there may be. */
export const isFull = (slots: readonly number[], options: readonly Pick<AreaOption, 'id'>[]): boolean =>
  options.filter(({ id }) => slots.includes(id)).length >= MAX_AREAS
