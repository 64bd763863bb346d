/** Lines of one chart of a board: as many as the palette tells apart. */
export const MAX_CHART_LINES = 8

/** Units in one chart of a board: one for each of its axes. */
export const MAX_CHART_UNITS = 2

/** The units of a chart, in the order of its lines: the first stands at the left axis, the second at the right. */
export const unitsOf = (units: readonly string[]): string[] => [...new Set(units)]
