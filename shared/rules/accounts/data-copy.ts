export const DATA_COPY_STATES = ['waiting', 'running', 'ready', 'failed'] as const

/** Copies of one account that may be on their way at a time. */
export const MAX_UNFINISHED_COPIES = 5
/** Days for which a copy is kept. */
export const DATA_COPY_DAYS = 7
