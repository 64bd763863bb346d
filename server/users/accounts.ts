import type { Person } from './people-store.ts'

export { formatsOf, readerOf } from './formats.ts'
export { writeDataCopyMail, writeFeedMail } from './mails.ts'
export {
  accountOfId,
  activeAccount,
  activeAdministrators,
  activePeople,
  confirmedLocaleOf,
  confirmedPeople,
  type Person,
} from './people-store.ts'
export { isKnownBrowser } from './sign-in/known-browser-store.ts'
export { holdOwner } from './sign-in/sessions.ts'
export { anyUser } from './store.ts'

/** Account as one that asks: rights go by it. */
export const callerOf = <Account extends Pick<Person, 'admin'>>(
  account: Account,
): Omit<Account, 'admin'> & { admin: boolean } => ({ ...account, admin: account.admin === 1 })
