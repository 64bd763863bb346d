/** Questions and work on accounts that other domains have. */
export { anyUser, confirmedLocaleOf, lockUser } from './store.ts'
