export { DEFAULTS, type Preferences, preferencesOf } from './preferences-store.ts'
export { reachableOf } from './subscriptions-store.ts'
