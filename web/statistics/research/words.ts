import type { TFunction } from 'i18next'

/** Words of the research dashboard alone. */
export type ResearchWords = TFunction<'research-dashboard'>
