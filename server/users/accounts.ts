export { writeDataCopyMail } from './mails.ts'
export {
  accountOfId,
  activeAccount,
  confirmedAdministrators,
  confirmedLocaleOf,
  confirmedPeople,
  type Person,
} from './people-store.ts'
export { isKnownBrowser } from './sign-in/known-browser-store.ts'
export { anyUser } from './store.ts'
