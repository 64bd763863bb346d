import type { Chart } from '../chart-cards/groups.ts'

/** Measurements of a chart that a board can show: the weather is none of an area. */
export const ofArea = ({ measured }: Pick<Chart, 'measured'>): Chart['measured'][number][] =>
  measured.filter(({ type }) => !type.abbreviation.startsWith('weather_'))
