/** Means the dashboard is made of: those of hours or days of a period, or the days of each placement as long as it runs. */
export const MEANS = ['hour', 'day', 'research'] as const
export type Means = (typeof MEANS)[number]
