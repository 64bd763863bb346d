/** Measures of an exposure: temperature, humidity, heat by the THI, gases, light. */
export const EXPOSURE_MEASURES = ['t', 'h', 'thi', 'co2', 'nh3', 'h2s', 'light'] as const
export type ExposureMeasure = (typeof EXPOSURE_MEASURES)[number]

export const EXPOSURE_PARTS = ['week', 'round'] as const
export type ExposureBy = (typeof EXPOSURE_PARTS)[number]

/** Measures that rounds are laid over each other by. */
export const AXIS_MEASURES = ['t', 'h', 'co2', 'nh3', 'weight', 'emission'] as const
export type AxisMeasure = (typeof AXIS_MEASURES)[number]
