import type { Database } from '../kit/database/database.ts'
import { fromJson } from '../kit/database/json.ts'
import { type AddressMove, type Move, replaceAddress } from '../users/address/moves.ts'
import {
  keepPlanPeople,
  keepRecipients,
  moveAlarmPeople,
  moveNotifications,
  plansNaming,
  rulesNaming,
} from './address-store.ts'

/** Rules, alarm plans and what was told along them name people by their address. */
export const moveAlertAddresses: AddressMove = async (db, move, at) => {
  await moveAlarmPeople(db, move)
  await moveRecipients(db, move)
  await movePlanPeople(db, move, at)
  await moveNotifications(db, move)
}

const moveRecipients = async (db: Database, move: Move): Promise<void> => {
  for (const rule of await rulesNaming(db, move.from)) {
    const emails = fromJson(rule.recipients).map(email => email.toLowerCase())
    await keepRecipients(db, rule.id, replaceAddress(emails, move))
  }
}

const movePlanPeople = async (db: Database, { from, to }: Move, at: string): Promise<void> => {
  for (const plan of await plansNaming(db, from)) {
    const before: { email: string }[] = JSON.parse(plan.people)
    if (!before.some(({ email }) => email === from)) continue
    const isListed = before.some(({ email }) => email === to)
    const after = before.flatMap(person =>
      person.email !== from ? [person] : isListed ? [] : [{ ...person, email: to }],
    )
    await keepPlanPeople(db, plan.location_id, after, at)
  }
}
