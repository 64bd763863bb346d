export { isKnownBrowser } from './sign-in/known-browser-store.ts'
export { anyUser, confirmedLocaleOf } from './store.ts'
