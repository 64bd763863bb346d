export { DEFAULTS, type Preferences, preferencesOf } from './preferences-store.ts'
export { isReachable, reachableOf, subscriptionsOf } from './subscriptions-store.ts'
