import { type CallTransport, call as callOnce } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { RoundInput } from '#shared/contract/places/rounds.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { ANIMALS } from './climate/animals.ts'
import { stockAt } from './climate/stock.ts'
import type { Visited } from './diary.ts'
import { SPECIES } from './farms/species.ts'
import { whenTaken } from './sending/send.ts'

const call: typeof callOnce = (endpoint, input, caller) => whenTaken(() => callOnce(endpoint, input, caller))

/** Shares of the animals of a round that are lost until a share of its days; 3 % in all, as the climate has it. */
const LOST = 0.03
const POINTS = 7

/** Litres a day of an animal of 1 kg; water grows with the mass to the power of 0.7 (a believable number for the demo, no source). */
const WATER = { poultry: 0.16, others: 0.35, power: 0.7 }

/** K around what chicks want: their ventilation opens above it. */
const CURVE_MARGIN = 2.5

/** Air outdoors of the demo farm: what the simulated weather has, and a trace of ammonia from the neighbours. */
const OUTDOORS = { co2: 424, nh3: 0.1 }

/** m; both farms lie in the Netherlands. */
const ALTITUDE = 30

/**
 * Writes down the rounds of each area and what its emission is worked out with, as a farmer would who takes part in an
 * emission project: the numbers that the simulated air is made of.
 */
export const writeEmission = async (
  areas: readonly Visited[],
  anchor: number,
  start: number,
  user: CallTransport,
): Promise<void> => {
  const withBands = areas.find(({ area }) => area.keeping.kind === 'batches' && area.species === 'broiler')
  for (const one of areas) {
    await writeRounds(one, anchor, start, user, one === withBands)
    const { keeping, species, animal_places } = one.area
    const stock = stockAt(keeping, animal_places, anchor, anchor)
    const { mass, milk, gain } = { milk: null, gain: null, ...ANIMALS[species](stock) }
    const animals = {
      valid_from: localDateAt(start - DAY_MS, one.zone),
      animals: keeping.kind === 'steady' ? stock.count : null,
      mass: keeping.kind === 'steady' ? mass : null,
      milk,
      gain,
    }
    const source = one.area.ammonia_factor > 0 ? 'Demo permit' : null
    const factor = { valid_from: localDateAt(start - DAY_MS, one.zone), kg: one.area.ammonia_factor, source }
    await call(
      api.saveEmissionSettings,
      {
        params: { id: one.area_id },
        body: {
          factors: [factor],
          animals: keeping.kind === 'steady' ? [animals] : [],
          pressure: { altitude: ALTITUDE },
          outdoors: { source: 'typed', values: OUTDOORS },
        },
      },
      user,
    )
  }
}

/** Bands that a farmer types: temperature in edges that narrow as the chicks grow, and what they want of CO2 and NH3 at most. */
const bandsAround = (
  points: readonly { age: number; temperature: number | null }[],
  days: number,
): NonNullable<RoundInput['bands']> => [
  {
    measure: 't',
    points: points.flatMap(({ age, temperature }) => {
      const edge = (sign: number) => Math.round(10 * ((temperature ?? 0) + sign * (2 - age / days))) / 10
      return temperature === null ? [] : [{ age, low: edge(-1), high: edge(1) }]
    }),
  },
  {
    measure: 'nh3',
    points: [
      { age: 0, low: 0, high: 8 },
      { age: days, low: 0, high: 15 },
    ],
  },
]

const writeRounds = async (
  { area_id, area, zone }: Visited,
  anchor: number,
  start: number,
  user: CallTransport,
  hasBands: boolean,
): Promise<void> => {
  const { keeping, species, animal_places } = area
  if (keeping.kind !== 'batches') return
  const cycle = (keeping.days + keeping.empty_days) * DAY_MS
  const points = Array.from({ length: POINTS }, (_, n) => {
    const age = Math.round((keeping.days * n) / (POINTS - 1))
    const stock = { count: 1, age, empty_days: 0, share: age / keeping.days }
    const mass = Math.round(ANIMALS[species](stock).mass * 1000) / 1000
    // Chicks alone want another temperature each week.
    const temperature = species === 'broiler' ? Math.round(SPECIES[species].target(stock) * 10) / 10 : null
    return { age, mass, temperature, humidity: null }
  })
  const bands = hasBands ? bandsAround(points, keeping.days) : null
  const thirst = species === 'broiler' ? WATER.poultry : WATER.others
  const water = new Map<string, number>()
  let came = anchor - keeping.age_at_anchor * DAY_MS
  while (came + keeping.days * DAY_MS > start) {
    const left = came + keeping.days * DAY_MS
    const round = await call(
      api.createRound,
      {
        params: { id: area_id },
        body: {
          date_in: localDateAt(came, zone),
          date_out: left <= anchor ? localDateAt(left, zone) : null,
          animals: animal_places,
          curve: { points, temperature_margin: CURVE_MARGIN },
          // The newest round alone: the ones before show the curve.
          bands: left > anchor ? bands : null,
        },
      },
      user,
    )
    const until = Math.min(left, anchor)
    const lost = Math.floor((animal_places * LOST * (until - came)) / (left - came))
    if (lost > 0)
      await call(
        api.createLoss,
        { params: { id: round.id }, body: { date: localDateAt((came + until) / 2, zone), animals: lost } },
        user,
      )
    for (let day = Math.max(came, start); day < until - DAY_MS; day += DAY_MS) {
      const age = (day - came) / DAY_MS
      const { mass } = ANIMALS[species]({ count: 1, age, empty_days: 0, share: age / keeping.days })
      const wobble = 1 + 0.05 * Math.sin(day / DAY_MS)
      water.set(localDateAt(day, zone), Math.round(animal_places * thirst * mass ** WATER.power * wobble))
    }
    came -= cycle
  }
  const days = [...water].map(([date, litres]) => ({ date, litres }))
  if (days.length > 0) await call(api.saveWater, { params: { id: area_id }, body: { days } }, user)
}
