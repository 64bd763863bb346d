/** Measures of an exposure: temperature, humidity, heat by the THI, gases, light. */
export const EXPOSURE_MEASURES = ['t', 'h', 'thi', 'co2', 'nh3', 'h2s', 'light'] as const
export type ExposureMeasure = (typeof EXPOSURE_MEASURES)[number]

export const EXPOSURE_PARTS = ['week', 'round'] as const
export type ExposureBy = (typeof EXPOSURE_PARTS)[number]

/** Measures that rounds are laid over each other by. */
export const AXIS_MEASURES = ['t', 'h', 'co2', 'nh3', 'weight', 'water', 'emission'] as const
export type AxisMeasure = (typeof AXIS_MEASURES)[number]

/** Places that the band of rounds comes from: a round's curve, a band typed with it, the limit of a gas, or the permit. */
export const AXIS_BANDS = ['curve', 'own', 'limit', 'permit'] as const

/**
 * Ways in which a count of the diary can become part of a round, as animals that came or went, or as its begin or its end; or
 * in which it goes out of one again.
 */
export const DIARY_WAYS = ['add', 'withdraw', 'begin', 'end', 'change'] as const
export type DiaryWay = (typeof DIARY_WAYS)[number]

/** Correction of an inspection since its count was taken over: another area, or another day. */
export const DIARY_MOVES = ['area', 'day'] as const
export type DiaryMove = (typeof DIARY_MOVES)[number]

/** Places that water of a day comes from: typed by somebody, or readings of the meter in the diary. */
export const WATER_SOURCES = ['typed', 'meter'] as const
