import {
  countReminder,
  isWaiting,
  ledgerOf,
  locationsAnsweredFor,
  type QuestionRow,
  questionsToRemind,
} from '../consents/ledger.ts'
import { eachApart } from '../kit/each-apart.ts'
import type { Job } from '../kit/jobs.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { lockLocation } from '../locations/places.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { accountOfId, confirmedLocaleOf } from '../users/accounts.ts'
import { mailQuestion, REMIND_MS } from './consents/consent-mail.ts'
import { makeGoodMissedChange } from './consents/owners-changed.ts'
import { askedPeople } from './people.ts'
import { mailReceipts } from './receipts/mail-receipts.ts'
import { openProjects } from './store.ts'

/** A question nobody answered is told again no more than so often. */
const MAX_REMINDERS = 2

/** Reminds people of open questions of projects that are not over. */
export const remindOfQuestions = async (services: Services): Promise<void> => {
  const before = new Date(services.now() - REMIND_MS).toISOString()
  const next = (after?: QuestionRow) => questionsToRemind(services.db, { before, limit: MAX_REMINDERS, after })
  // Questions that nobody waits for now stay where they are: those behind them are reached all the same.
  for (let part = await next(); part.length > 0; part = await next(part.at(-1))) await remindOf(services, part)
  sendSoon(services)
}

/** Reminds people of these questions. Whoever counts a reminder sends it: no mail goes out twice. */
const remindOf = async (services: Services, questions: readonly QuestionRow[]): Promise<void> => {
  const { db } = services
  const now = isoNow(services)
  const projects = new Map(
    (
      await openProjects(
        db,
        questions.map(one => one.research_id),
        now,
      )
    ).map(one => [one.id, one]),
  )
  const ledgers = Map.groupBy(await ledgerOf(db, [...projects.keys()]), row => row.research_id)
  const personOf = await askedPeople(db, questions)
  for (const question of questions) {
    const project = projects.get(question.research_id)
    const leader = project?.owner_id ? await accountOfId(db, project.owner_id) : undefined
    if (!project || !leader) {
      // The question is counted without a mail, so that it makes room for those behind it.
      await countReminder(db, question, now)
      continue
    }
    // The reminders of what is deleted go on where it is brought back.
    if (!isWaiting(ledgers.get(project.id) ?? [], question, personOf(question))) continue
    await db.transaction().execute(async trx => {
      if (!(await countReminder(trx, question, now))) return
      const locale = (await confirmedLocaleOf(trx, question.email)) ?? leader.locale
      const link = `${services.publicUrl()}/research/${project.id}`
      await mailQuestion(trx, { recipient: question.email, locale, leader: leader.email, link }, 'reminder', now)
    })
  }
}

/** Makes good, location by location, what a change of owners did not do. */
export const makeGoodMissedChanges = async (services: Services): Promise<void> => {
  const makeGood = (id: number): Promise<void> =>
    services.db.transaction().execute(async trx => {
      await lockLocation(trx, id)
      await makeGoodMissedChange(services, trx, id)
    })
  const ids = await locationsAnsweredFor(services.db)
  await eachApart(services, ids, makeGood, 'sharing of former owners not looked at').finally(() => sendSoon(services))
}

export const researchJobs: Job[] = [
  { name: 'remind-of-consents', schedule: '0 20 7 * * *', run: remindOfQuestions },
  { name: 'end-sharing-of-former-owners', schedule: '0 50 6 * * *', run: makeGoodMissedChanges },
  { name: 'mail-receipts', schedule: '*/3 * * * * *', takesRows: true, run: mailReceipts },
]
