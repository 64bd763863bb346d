/**
 * Heat and CO2 of animals (science §1.1 steps 1 to 4, §1.2). Marks: V2 read in a work or program that cites the source, M general
 * knowledge not checked, J our judgement. Sheep, goat, horse, lactating sow, caged and rearing hens are indicative only (M, J).
 */

export const HEATED_KINDS = [
  'broiler',
  'chicken',
  'calves',
  'cattle',
  'dairy_cattle',
  'goat',
  'horse',
  'pig',
  'sow',
  'lactating_sow',
  'piglet',
  'rearing_chicken',
  'sheep',
  'veal_calves',
] as const
export type HeatedKind = (typeof HEATED_KINDS)[number]

export interface Animal {
  kind: HeatedKind
  /** Live mass, kg. */
  mass: number
  /** Milk, kg per day: dairy cattle, goat, sheep, lactating sow. */
  milk?: number
  /** Days pregnant: dairy cattle, heifers, sow, sheep. */
  days_pregnant?: number
  /** Gain, kg per day: calves, cattle, veal calves, sow, lambs. */
  gain?: number
  /** Eggs, kg per day: laying hen. */
  eggs?: number
  /** MJ metabolisable energy per kg dry feed: cattle 10 to veal calves 12. */
  feed_energy?: number
  /** Feed energy as a multiple of maintenance: pigs. */
  feed_level?: number
  /** Laying hens only; floor unless said. */
  caged?: boolean
}

/** Traits that formulas of the heat take, besides mass and cages. */
export const HEAT_TRAITS = ['milk', 'days_pregnant', 'gain', 'eggs', 'feed_energy', 'feed_level'] as const
export type HeatTrait = (typeof HEAT_TRAITS)[number]

type Traits = Required<Pick<Animal, HeatTrait>>
type AnimalWithTraits = Animal & Traits

/** Traits assumed where nothing is said, but for the feed level, which follows the mass of a pig. */
const NOTHING: Omit<Traits, 'feed_level'> = { milk: 0, days_pregnant: 0, gain: 0, eggs: 0, feed_energy: 10 }
const TYPICAL: Partial<Record<HeatedKind, Partial<Traits>>> = {
  dairy_cattle: { milk: 28, days_pregnant: 160 },
  calves: { gain: 0.7 },
  cattle: { gain: 1 },
  veal_calves: { gain: 1.2, feed_energy: 12 },
  sow: { gain: 0.18, days_pregnant: 57 },
  lactating_sow: { milk: 6 },
  chicken: { eggs: 0.05 },
  goat: { milk: 3 },
}
/** Status of assumed traits: dairy days VERA, feed of pigs one program (V2); gain and milk of sows and feed energy M; the rest J. */
const ASSUMED_STATUS: Partial<Record<HeatedKind, Partial<Record<HeatTrait, FormulaStatus>>>> = {
  dairy_cattle: { days_pregnant: 'V2' },
  cattle: { feed_energy: 'M' },
  veal_calves: { feed_energy: 'M' },
  sow: { gain: 'M' },
  lactating_sow: { milk: 'M' },
  pig: { feed_level: 'V2' },
}
const PIGLET_FEED_LEVEL = 3

const HEAT: Record<HeatedKind, (animal: AnimalWithTraits) => number> = {
  // V2, three independent sources.
  dairy_cattle: ({ mass, milk, days_pregnant }) => 5.6 * mass ** 0.75 + 22 * milk + 1.6e-5 * days_pregnant ** 3,
  // V2, two sources.
  calves: ({ mass, gain }) => 6.44 * mass ** 0.7 + (13.3 * gain * (6.28 + 0.0188 * mass)) / (1 - 0.3 * gain),
  // V2; exponent 0.69 and no factor 13.3 where programs disagree (M agrees).
  cattle: growingCattle,
  veal_calves: growingCattle,
  // V2 (FASSET).
  piglet: ({ mass, feed_level }) => growingPig(7.4 * mass ** 0.66, 0.47 + 0.003 * mass, feed_level),
  // V2, two sources; feed level by mass V2 (one program).
  pig: ({ mass, feed_level }) => growingPig(5.09 * mass ** 0.75, 0.47 + 0.003 * mass, feed_level),
  // V2 (FASSET); the gain 0.18 kg/d M.
  sow: ({ mass, gain, days_pregnant }) => 4.85 * mass ** 0.75 + 8e-5 * days_pregnant ** 3 + 76 * gain,
  // M; piglets included.
  lactating_sow: ({ mass, milk }) => 4.85 * mass ** 0.75 + 28 * milk,
  // V2; modern birds were measured 11.3 % lower.
  broiler: ({ mass }) => 10.62 * mass ** 0.75,
  // V2 on the floor, M in cages.
  chicken: ({ mass, eggs, caged }) => (caged ? 6.28 : 6.8) * mass ** 0.75 + 25 * eggs,
  // J: no formula for pullets is known.
  rearing_chicken: ({ mass }) => 6.28 * mass ** 0.75,
  // M; a growing lamb by its gain.
  sheep: ({ mass, milk, days_pregnant, gain }) =>
    6.4 * mass ** 0.75 + (gain > 0 ? 145 * gain : 33 * milk + 2.4e-5 * days_pregnant ** 3),
  // M.
  goat: ({ mass, milk }) => 5.5 * mass ** 0.75 + 13 * milk,
  // M.
  horse: ({ mass }) => 6.1 * mass ** 0.75,
}

function growingCattle({ mass, gain, feed_energy, days_pregnant }: AnimalWithTraits): number {
  const growth = (gain * (23 / feed_energy - 1) * (57.27 + 0.302 * mass)) / (1 - 0.171 * gain)
  return 7.64 * mass ** 0.69 + growth + 1.6e-5 * days_pregnant ** 3
}

const growingPig = (maintenance: number, keptShare: number, feedLevel: number) =>
  maintenance + (1 - keptShare) * (feedLevel - 1) * maintenance

/** Feed levels of pigs at 30, 40, … 120 kg; between them linear, outside the nearest. */
const PIG_FEED_LEVELS = [3.25, 3.43, 3.41, 3.4, 3.4, 3.38, 3.18, 2.98, 2.78, 2.6]

function pigFeedLevel(mass: number): number {
  const place = Math.min(Math.max((mass - 30) / 10, 0), PIG_FEED_LEVELS.length - 1)
  const below = PIG_FEED_LEVELS[Math.floor(place)] ?? 0
  const above = PIG_FEED_LEVELS[Math.ceil(place)] ?? 0
  return below + (above - below) * (place % 1)
}

/** Total heat, W, of one animal at 20 °C. RangeError for a mass that isn't positive. */
export function heatAt20(animal: Animal): number {
  if (!(animal.mass > 0)) throw new RangeError(`mass must be positive, got ${animal.mass}`)
  return HEAT[animal.kind](withTraits(animal))
}

/** An animal with all its traits: what nobody says is assumed. */
export function withTraits(animal: Animal): AnimalWithTraits {
  const given = Object.fromEntries(Object.entries(animal).filter(([, value]) => value !== undefined)) as typeof animal
  const feed_level = animal.kind === 'pig' ? pigFeedLevel(animal.mass) : PIGLET_FEED_LEVEL
  return { ...NOTHING, feed_level, ...TYPICAL[animal.kind], ...given }
}

/** Status of the value that is assumed of a trait where nobody says it. */
export const assumedStatusOf = (kind: HeatedKind, trait: HeatTrait): FormulaStatus =>
  ASSUMED_STATUS[kind]?.[trait] ?? 'J'

/** Change of heat per K in 1/1000: cattle 4, pigs 12, poultry 20 (V2); goat, sheep, horse as cattle (J). */
function temperatureSlope(kind: HeatedKind): number {
  if (kind === 'broiler' || kind === 'chicken' || kind === 'rearing_chicken') return 20
  if (kind === 'pig' || kind === 'sow' || kind === 'lactating_sow' || kind === 'piglet') return 12
  return 4
}

/** Factor on heat at `temperature` °C in the house: 1 at 20 °C, linear (the VERA form, V2). */
export const temperatureFactor = (kind: HeatedKind, temperature: number): number =>
  (1000 + temperatureSlope(kind) * (20 - temperature)) / 1000

/** Marks of how well a formula is known (science §1). */
export const FORMULA_STATUSES = ['V1', 'V2', 'M', 'J'] as const
export type FormulaStatus = (typeof FORMULA_STATUSES)[number]

const HEAT_FROM_MEMORY: readonly HeatedKind[] = ['goat', 'horse', 'lactating_sow', 'sheep']

/** Status of the formula of an animal's heat, as beside each formula above. */
export const heatStatusOf = ({ kind, caged }: Pick<Animal, 'kind' | 'caged'>): FormulaStatus => {
  if (kind === 'rearing_chicken') return 'J'
  return HEAT_FROM_MEMORY.includes(kind) || (kind === 'chicken' && caged === true) ? 'M' : 'V2'
}

/** Status of the linear correction of heat for temperature: that of goat, sheep and horse is the one of cattle (J). */
export const temperatureStatusOf = (kind: HeatedKind): FormulaStatus =>
  kind === 'goat' || kind === 'sheep' || kind === 'horse' ? 'J' : 'V2'

/** The older form for cattle (V2): differs much in cold air. A result must say when it used this one. */
export const olderCattleFactor = (temperature: number): number => 1 + 4e-5 * (20 - temperature) ** 3

/** Total heat, W, of one animal at `temperature` °C. RangeError as `heatAt20`. */
export const heatOf = (animal: Animal, temperature: number): number =>
  heatAt20(animal) * temperatureFactor(animal.kind, temperature)

/**
 * m³ CO2 per hour and heat unit (1000 W at 20 °C): 0.20 over slats and pit, 0.18 on closed floor (VERA Annex H, V2); broiler house
 * 0.170 below 0.5 kg, then 0.180 (V2). Not valid on deep litter or with gas heaters.
 */
export function co2PerHeatUnit(
  { kind, mass }: Pick<Animal, 'kind' | 'mass'>,
  floor: 'slats' | 'closed' = 'slats',
): number {
  if (kind === 'broiler') return mass < 0.5 ? 0.17 : 0.18
  return floor === 'closed' ? 0.18 : 0.2
}

/**
 * CO2, m³ per hour, of animals that give `heat` W together; `perHeatUnit` as above, `activity` 1 on the average of a
 * day.
 */
export const co2Production = (heat: number, perHeatUnit: number, activity = 1): number =>
  (perHeatUnit * heat * activity) / 1000

/**
 * Activity over the day, 1 on average: least at `quietest` h by the share `swing` (dairy 0.22 at 2.9 h, V2; others are not
 * trustworthy). `hour` is local, with decimals.
 */
export const activityAt = (hour: number, swing: number, quietest: number): number =>
  1 - swing * Math.sin(((2 * Math.PI) / 24) * (hour + 6 - quietest))
