import { DE_LINDE } from './de-linde.ts'
import type { DemoFarm } from './farm.ts'
import { ZONNEVELD } from './zonneveld.ts'

/** Two farms, seven areas, eight devices. */
export const FARMS: readonly DemoFarm[] = [ZONNEVELD, DE_LINDE]

/** Seed of the weather: both farms lie under the same sky. */
export const WEATHER_SEED = 20
