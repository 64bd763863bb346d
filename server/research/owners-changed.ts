import { endedByOwners } from '#shared/rules/research/consent.ts'
import {
  answerQuestion,
  askAnew,
  insertLedgerRow,
  type LedgerRow,
  lastEntryAbout,
  lastQuestionTo,
  ledgerOf,
  lockLedger,
  projectsAnsweredAt,
  questionsOf,
  statementsBy,
} from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { ownersOf } from '../locations/access.ts'
import type { OwnersChange } from '../locations/owners.ts'
import { accountOfId, confirmedPeople, type Person } from '../users/accounts.ts'
import { mailQuestion } from './consent-mail.ts'
import { factsOf } from './ledger.ts'
import { openProjects, type ResearchRow } from './store.ts'

/**
 * Ends what former owners of locations shared with projects that are not over, and asks who owns them now: nothing is shared by
 * silence. Whoever becomes an owner after such an end is asked as well.
 */
export const endSharingOfFormerOwners: OwnersChange = async (services, trx, locationIds) => {
  const now = isoNow(services)
  const projects = await openProjects(trx, await projectsAnsweredAt(trx, locationIds), now)
  if (projects.length === 0) return
  const owners = await ownersOf(trx, locationIds)
  const people = new Map(
    (await confirmedPeople(trx, { emails: owners.map(({ email }) => email) })).map(p => [p.email, p]),
  )
  for (const project of projects.toSorted((a, b) => a.id - b.id)) {
    await lockLedger(trx, project.id)
    const ledger = await ledgerOf(trx, [project.id])
    for (const id of locationIds) {
      const own = owners.filter(({ location_id }) => location_id === id).flatMap(({ email }) => people.get(email) ?? [])
      await endAndAsk(services, trx, { project, ledger, id, own, now })
    }
  }
}

interface Change {
  project: ResearchRow
  ledger: readonly LedgerRow[]
  /** Location. */
  id: number
  /** Its owners by now. */
  own: readonly Person[]
  now: string
}

const endAndAsk = async (services: Services, trx: Database, change: Change): Promise<void> => {
  const { project, ledger, id, own, now } = change
  const last = lastEntryAbout(ledger, id)
  if (!last) return
  const open = (await questionsOf(trx, [project.id])).filter(({ answered_at }) => answered_at === null)
  await closeOfFormerOwners(trx, change, open)
  const ended = endedByOwners(statementsBy(ledger, id, new Set(own.map(one => one.id))), Date.parse(now))
  const nobody = { said_by: null, said_by_name: null, said_at: now }
  const leader = project.owner_id === null ? undefined : await accountOfId(trx, project.owner_id)
  const facts = { ...factsOf(project, leader), ...nobody }
  if (ended)
    await insertLedgerRow(trx, {
      ...{
        ...facts,
        kind: 'owner_changed',
        email: null,
        location_id: id,
        location_name: last.location_name,
        from: now,
      },
      device_ids: ended.device_ids && jsonOf([...ended.device_ids]),
      measurements: ended.measurements && jsonOf([...ended.measurements]),
    })
  else if (last.kind !== 'owner_changed') return
  // An owner who was asked since the change is not asked again because a further one came.
  const asked = ended ? [] : open.filter(({ asked_at }) => asked_at >= last.said_at).map(({ email }) => email)
  const about = { location_id: id, location_name: last.location_name }
  const nothing = { from: null, device_ids: null, measurements: null }
  for (const { email, locale } of own) {
    if (asked.includes(email)) continue
    // A question that waits from before is asked anew: it was about something else.
    await askAnew(trx, { research_id: project.id, email, asked_at: now })
    await insertLedgerRow(trx, { ...facts, ...about, ...nothing, kind: 'asked', email })
    // Several locations that change owners at once are one mail.
    if (!leader || open.some(one => one.email === email && one.asked_at === now)) continue
    const link = `${services.publicUrl()}/research/${project.id}`
    await mailQuestion(trx, { recipient: email, locale, leader: leader.email, link }, 'asked', now)
  }
}

/** Closes what a change of owners of this location asked people who own it no more. */
const closeOfFormerOwners = async (
  trx: Database,
  { project, ledger, id, own, now }: Change,
  open: readonly { email: string }[],
): Promise<void> => {
  for (const { email } of open) {
    const question = lastQuestionTo(ledger, email)
    const isOfFormer = question?.said_by === null && question.location_id === id
    if (isOfFormer && !own.some(one => one.email === email)) await answerQuestion(trx, project.id, email, now)
  }
}
