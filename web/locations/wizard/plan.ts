import { numberIn, numberText } from '../../kit/forms/number-field.tsx'
import type { AreaValues } from '../edit/location-values.ts'

/** A floor in metres with its groups of animals. */
export interface FloorPlan {
  width: number
  depth: number
  across: number
  deep: number
  /** Width (m), depth (m) and animals of one group. */
  penWidth: number
  penDepth: number
  animalsEach: number
  /** Metres left between the rows. */
  walkway: number
  /** False when the groups need more room than there is. */
  fits: boolean
}

export interface AreaFigures {
  floor: number
  volume: number
  groups: number
  animals: number
  /** Floor of the groups and air of the room for one animal; 0 when unknown. */
  penPerAnimal: number
  airPerAnimal: number
  /** Per cent of the animal places; 0 when unknown. */
  used: number
}

const positive = (text: string): number => {
  const value = numberIn(text) ?? 0
  return Number.isFinite(value) && value > 0 ? value : 0
}

const TOLERANCE = 0.005

/** Number of groups that lie across and deep; animals without a group are one, and so is a side left empty. */
const gridIn = (area: AreaValues): { across: number; deep: number } => {
  const [across, deep] = [Math.floor(positive(area.across)), Math.floor(positive(area.deep))]
  if (across + deep + positive(area.animals_per_group) === 0) return { across: 0, deep: 0 }
  return { across: across || 1, deep: deep || 1 }
}

/** The floor as it is typed; null until width and depth are known. */
export const floorPlanOf = (area: AreaValues): FloorPlan | null => {
  const [width, depth] = [positive(area.width), positive(area.depth)]
  if (width === 0 || depth === 0) return null
  const { across, deep } = gridIn(area)
  const penWidth = positive(area.group_width) || (across > 0 ? width / across : 0)
  const penDepth = positive(area.group_depth) || (deep > 0 ? depth / deep : 0)
  const walkway = depth - deep * penDepth
  const fits = across * penWidth <= width + TOLERANCE && walkway >= -TOLERANCE
  return {
    width,
    depth,
    across,
    deep,
    penWidth,
    penDepth,
    animalsEach: Math.floor(positive(area.animals_per_group)),
    walkway: Math.max(0, walkway),
    fits,
  }
}

/** Animal places as they are today: those of the field, unless others hold by the emission settings. */
export const placesNow = ({ animal_places, before }: Pick<AreaValues, 'animal_places' | 'before'>): string =>
  before?.places_since == null ? animal_places : numberText(before.places_today)

export const areaFiguresOf = (area: AreaValues): AreaFigures => {
  const plan = floorPlanOf(area)
  const floor = plan ? plan.width * plan.depth : 0
  const { across, deep } = gridIn(area)
  const groups = across * deep
  const animals = groups * Math.floor(positive(area.animals_per_group))
  const volume = floor * positive(area.height)
  const places = positive(placesNow(area))
  const pens = plan ? groups * plan.penWidth * plan.penDepth : 0
  return {
    floor,
    volume,
    groups,
    animals,
    penPerAnimal: animals > 0 ? pens / animals : 0,
    airPerAnimal: animals > 0 ? volume / animals : 0,
    used: places > 0 ? (100 * animals) / places : 0,
  }
}

/** Length of an animal's body in metres, as drawn. */
const LENGTHS: Record<string, number> = {
  pig: 1.1,
  sow: 1.6,
  lactating_sow: 1.7,
  piglet: 0.55,
  calves: 1.1,
  veal_calves: 1.3,
  cattle: 2.1,
  dairy_cattle: 2.4,
  sheep: 1.1,
  goat: 1.1,
  horse: 2.3,
  broiler: 0.3,
  chicken: 0.35,
  rearing_chicken: 0.25,
  human: 0.5,
}
export const bodyLength = (species: string): number => LENGTHS[species] ?? 1

export interface Body {
  x: number
  y: number
  /** Degrees. */
  turn: number
}

/** Places where the animals of one group stand: rows of a loose order that is the same each time. */
export const bodiesIn = (width: number, depth: number, count: number): Body[] => {
  if (count === 0) return []
  const columns = Math.max(1, Math.round(Math.sqrt((count * width) / depth / 1.8)))
  const rows = Math.ceil(count / columns)
  return Array.from({ length: count }, (_, index) => {
    const loose = Math.sin(index * 12.9898) * 43758.5453
    return {
      x: (((index % columns) + 0.5) * width) / columns,
      y: ((Math.floor(index / columns) + 0.5) * depth) / rows,
      turn: ((loose - Math.floor(loose)) * 2 - 1) * 16,
    }
  })
}

/** Upper left corner of a group in metres: the room that is left lies between the rows, as a walkway. */
export const penAt = (plan: FloorPlan, column: number, row: number): { x: number; y: number } => {
  const beforeWalkway = Math.ceil(plan.deep / 2)
  return { x: column * plan.penWidth, y: row * plan.penDepth + (row >= beforeWalkway ? plan.walkway : 0) }
}
