import type { Animal } from '#shared/rules/science/animal-heat.ts'
import type { Stock } from './stock.ts'
import { broilerMass, pigletMass, pigMass } from './stock.ts'

/** The animals the simulator can keep, as the rules of animal heat want them described. */
export const ANIMALS = {
  broiler: (stock: Stock): Animal => ({ kind: 'broiler', mass: broilerMass(stock.age) }),
  piglet: (stock: Stock): Animal => ({
    kind: 'piglet',
    mass: pigletMass(stock.age),
    feed_level: 2 + 0.6 * stock.share,
  }),
  pig: (stock: Stock): Animal => ({ kind: 'pig', mass: pigMass(stock.age) }),
  sow: (): Animal => ({ kind: 'sow', mass: 220 }),
  calves: (): Animal => ({ kind: 'calves', mass: 90, gain: 0.8 }),
  dairy_cattle: (): Animal => ({ kind: 'dairy_cattle', mass: 650, milk: 30 }),
} as const

export type SpeciesKey = keyof typeof ANIMALS

/** Share of the heat that leaves as vapour at `t` °C, more when it is warm (after CIGR; good enough to look real). */
export const latentShare = (t: number): number => Math.min(0.95, 0.2 + 1.85e-7 * (t + 10) ** 4)
