import type { Database } from '../../kit/database/database.ts'
import { moveRecipient } from '../../notifications/outbox/outbox.ts'
import { takeCode } from '../store.ts'

/**
 * Every column of the database that holds e-mail addresses, and what becomes of it when the address of an account changes: `account` is
 * the account's own, `follows` is moved by the domain of the table, `stays` says why not. A test holds the list against the database itself.
 */
export const ADDRESS_COLUMNS: Record<string, { is: 'account' | 'follows' } | { is: 'stays'; why: string }> = {
  'users.email': { is: 'account' },
  'users.username': { is: 'account' },
  'users.pending_email': { is: 'account' },
  'email_verifications.email': { is: 'account' },
  'email_changes.old_email': { is: 'stays', why: 'It is where a change is undone to, of this account alone.' },
  'email_changes.new_email': { is: 'stays', why: 'It is what a change is undone from, of this account alone.' },
  'oidc_link_requests.email': {
    is: 'stays',
    why: 'It is where a link was mailed to, which works for that address alone.',
  },
  'location_owners.email': { is: 'follows' },
  'research_people.email': { is: 'follows' },
  'research_questions.email': { is: 'follows' },
  'research_consents.email': {
    is: 'stays',
    why: 'The ledger says whom somebody asked, as it was; a question of a change of owners follows.',
  },
  'offers.email': { is: 'follows' },
  'group_invitations.email': { is: 'follows' },
  'rentals.email': { is: 'follows' },
  'alert_rules.recipients': { is: 'follows' },
  'alarm_plans.people': { is: 'follows' },
  'alarm_tellings.email': { is: 'follows' },
  'alarm_tellings.people': { is: 'stays', why: 'It holds names and telephones, as they were told.' },
  'alarm_people.email': { is: 'follows' },
  'outbox.recipient': { is: 'follows' },
  'mails.recipient': { is: 'follows' },
  'report_schedules.recipients': { is: 'follows' },
  'reports.recipients': { is: 'follows' },
  'report_mails.recipient': { is: 'follows' },
  'report_recipients.email': { is: 'follows' },
}

export interface Move {
  user_id: number
  from: string
  to: string
}

/** List of addresses with one replaced by another, each once; addresses are told apart without their case. */
export const replaceAddress = (emails: readonly string[], { from, to }: Pick<Move, 'from' | 'to'>): string[] => [
  ...new Set(emails.map(email => (email.toLowerCase() === from ? to : email))),
]

/** Work of another domain when the address of an account changes: it takes along what it names by that address. */
export type AddressMove = (db: Database, move: Move, at: string) => Promise<void>

const moves = new Set<AddressMove>()

/** Has a domain take along what it names by an address. The order makes no difference. */
export const onAddressMove = (move: AddressMove): void => void moves.add(move)

/** Takes along whatever names an account by its address, so that nobody who registers the old one later inherits anything. */
export const moveAddress = async (db: Database, move: Move, at: string): Promise<void> => {
  for (const work of moves) await work(db, move, at)
  await takeCode(db, move.user_id)
  await moveRecipient(db, move.from, move.to)
}
