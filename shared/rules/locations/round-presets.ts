import type { Curve, CurvePoint } from './rounds.ts'

/** Certainty of a source, as the science page marks it: read in the source itself, or in a work that cites it. */
export type SourceStatus = 'V1' | 'V2'

interface Preset {
  /** Keys of kinds of animals. */
  area_types: readonly string[]
  /** Name of the source, as the source itself is called. */
  source: string
  status: SourceStatus
  curve: Curve
}

/** Band that science §2.2 proposes around what is wanted. */
const BAND_K = 1.5

const ROSS_SOURCE =
  'Ross Broiler Pocket Guide (Aviagen), target dry bulb temperature by live mass and relative humidity, as cited by climate software'
const ROSS_AGES = [0, 3, 6, 9, 12, 15, 18, 21, 24, 27] as const
const ROSS_MASS = [0.044, 0.1, 0.18, 0.29, 0.425, 0.59, 0.79, 1.015, 1.26, 1.53] as const
/** Target dry bulb temperature, °C, by relative humidity and age (science §2.2). */
const ROSS = {
  ross_40: [36, 33.7, 32.5, 31.3, 30.2, 29, 27.7, 26.9, 25.7, 24.8],
  ross_50: [33.2, 31.2, 29.9, 28.6, 27.8, 26.8, 25.5, 24.7, 23.5, 22.7],
  ross_60: [30.8, 28.9, 27.7, 26.7, 25.7, 24.8, 23.6, 22.7, 21.7, 20.7],
  ross_70: [29.2, 27.3, 26, 25, 24, 23, 21.9, 21.3, 20.2, 19.3],
} as const

const ross = (key: keyof typeof ROSS): Preset => ({
  area_types: ['broiler'],
  source: ROSS_SOURCE,
  status: 'V2',
  curve: {
    points: ROSS_AGES.map(
      (age, index): CurvePoint => ({
        age,
        mass: ROSS_MASS[index] ?? null,
        temperature: ROSS[key][index] ?? null,
        humidity: null,
      }),
    ),
    temperature_margin: BAND_K,
    humidity_margin: 10,
  },
})

/** First and last day of age of each interval, and the middle of its range, °C (science §2.2). */
const LOHMANN: readonly (readonly [number, number, number])[] = [
  [1, 2, 35.5],
  [3, 4, 33.5],
  [5, 7, 31.5],
  [8, 14, 28.5],
  [15, 21, 26.5],
  [22, 28, 23],
  [29, 35, 19],
]

/**
 * Curves that come with the product. Each names its source; where there is no sure one (weaned piglets by age, masses of
 * pullets), there is no preset.
 */
export const ROUND_PRESETS = {
  ross_40: ross('ross_40'),
  ross_50: ross('ross_50'),
  ross_60: ross('ross_60'),
  ross_70: ross('ross_70'),
  lohmann_rearing: {
    area_types: ['rearing_chicken', 'chicken'],
    source: 'Lohmann management guide 2017, temperature and humidity at bird level',
    status: 'V1',
    curve: {
      points: LOHMANN.flatMap(([first, last, temperature]): CurvePoint[] =>
        [first, last].map(age => ({ age, mass: null, temperature, humidity: 65 })),
      ),
      temperature_margin: BAND_K,
      humidity_margin: 5,
    },
  },
} as const satisfies Record<string, Preset>

export type RoundPresetKey = keyof typeof ROUND_PRESETS
