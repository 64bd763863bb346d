import type { z } from 'zod'
import {
  type AbsenceInput,
  type Absences,
  MAX_AWAY_DAYS,
  type StandInQuestion,
} from '#shared/contract/alerts/absences.ts'
import { localDateAt } from '#shared/rules/time/local-time.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { enqueueEmail } from '../../notifications/outbox/enqueue.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { activeAccount, readerOf } from '../../users/accounts.ts'
import { absenceInToken, standInLink } from '../escalation/link.ts'
import {
  absenceOf,
  absencesAsking,
  answerAbsence,
  changeAbsence,
  deleteAbsence,
  type NamedAbsence,
  namedAbsence,
  replaceAbsence,
  type StoredAbsence,
} from './absence-store.ts'
import { candidatesOf } from './candidates.ts'
import { isAway, problemOf } from './decide.ts'
import { answerMail, askingMail, overMail } from './mails.ts'

type Context = Services & { user: SignedIn; t: Words }
type Input = z.output<typeof AbsenceInput>

const isOver = ({ until }: Pick<StoredAbsence, 'until'>, zone: string, now: number): boolean =>
  until < localDateAt(now, zone)

/** Address of the page with the absences of its reader. */
const pageOf = (services: Services): string => `${services.publicUrl()}/profile/alerts`

/** Absence of the caller, who may stand in, and for whom the caller was asked to. */
export const presentAbsences = async (context: Context): Promise<z.input<typeof Absences>> => {
  const { db, user, now } = context
  const stored = await absenceOf(db, user.id)
  const people = await candidatesOf(db, user)
  const asked = await absencesAsking(db, user.id)
  return {
    absence: stored && !isOver(stored, user.time_zone, now()) ? await presentAbsence(context, stored, people) : null,
    candidates: people.map(({ person: { id, name }, unseen }) => ({ id, name, unseen })),
    asked: asked
      .filter(({ until, time_zone }) => !isOver({ until }, time_zone, now()))
      .map(({ id, name, from, until, answer }) => ({ id, name, from, until, answer })),
  }
}

const presentAbsence = async (
  context: Context,
  stored: StoredAbsence,
  people: Awaited<ReturnType<typeof candidatesOf>>,
) => {
  const { db, user } = context
  const { from, until, both, answer, answered_at, stand_in_id } = stored
  const at = isoNow(context)
  const standIn = stand_in_id === null ? undefined : await activeAccount(db, stand_in_id)
  const candidate = people.find(({ person }) => person.id === stand_in_id)
  const { problem } = await problemOf(db, stored, at)
  return {
    ...{ from, until, both: both === 1, answer, answered_at },
    stand_in: standIn ? { id: standIn.id, name: standIn.name } : null,
    away: isAway(stored, user, at),
    // A person who sees no place any more is told of nothing, whatever was said.
    problem: standIn ? (problem ?? (candidate ? null : ('no_access' as const))) : ('nobody' as const),
    unseen: candidate?.unseen ?? [],
  }
}

/** Plans or changes the absence of the caller. Throws no_valid_input, and limit_exceeded for who asks too often. */
export const saveAbsence = async (context: Context, input: Input): Promise<void> => {
  const { db, user, now, t } = context
  const refused = (field: keyof Input, text: string) => new Failure('no_valid_input', { fields: { [field]: [text] } })
  if (isOver(input, user.time_zone, now())) throw refused('until', t('fields.day_over'))
  const days =
    (Date.parse(input.until) - Math.max(Date.parse(input.from), Date.parse(localDateAt(now(), user.time_zone)))) /
    DAY_MS
  if (Date.parse(input.from) > now() + MAX_AWAY_DAYS * DAY_MS) throw refused('from', t('fields.away_too_far'))
  if (days >= MAX_AWAY_DAYS) throw refused('until', t('fields.away_too_far'))
  const chosen = (await candidatesOf(db, user)).find(({ person }) => person.id === input.stand_in_id)
  if (!chosen) throw refused('stand_in_id', t('fields.unknown_reference'))
  const at = isoNow(context)
  const both = input.both ? 1 : 0
  await db.transaction().execute(async trx => {
    const before = await absenceOf(trx, user.id)
    const { from, until } = input
    if (before && covers(before, input) && !isOver(before, user.time_zone, now()))
      return changeAbsence(trx, before.id, { from, until, both })
    await countAttempt({ ...context, db: trx as Services['db'] }, 'stand_in_mail', user.id)
    if (before && before.stand_in_id !== input.stand_in_id) await tellOver(context, trx, before)
    const id = await replaceAbsence(trx, {
      ...{ user_id: user.id, from, until, stand_in_id: input.stand_in_id, both },
      ...{ asked_at: at, answer: null, answered_at: null },
    })
    const { name, email } = chosen.person
    const link = await standInLink({ ...context, db: trx as Services['db'] }, id)
    const mail = askingMail(readerOf(chosen.person), { from, until, name, other: user.name, link })
    await enqueueEmail(trx, { recipient: email, ...mail, priority: 'person' }, at)
  })
  sendSoon(context)
}

/** Tells whether the stand-in was asked about these days already and has not said no. */
const covers = (before: StoredAbsence, { from, until, stand_in_id }: Input): boolean => {
  if (before.stand_in_id !== stand_in_id || before.answer === 'no') return false
  return before.answer === 'yes'
    ? before.from <= from && until <= before.until
    : before.from === from && before.until === until
}

/** Ends the absence of the caller; the stand-in hears of it. */
export const endAbsence = async (context: Context): Promise<void> => {
  const { db, user } = context
  await db.transaction().execute(async trx => {
    const stored = await absenceOf(trx, user.id)
    if (!stored) return
    await tellOver(context, trx, stored)
    await deleteAbsence(trx, stored.id)
  })
  sendSoon(context)
}

/** Says to a stand-in that nobody is needed any more, unless they said no or the days are over. */
const tellOver = async (context: Context, trx: Database, stored: StoredAbsence): Promise<void> => {
  const { user, now } = context
  if (stored.answer === 'no' || stored.stand_in_id === null || isOver(stored, user.time_zone, now())) return
  const standIn = await activeAccount(trx, stored.stand_in_id)
  if (!standIn) return
  const { from, until } = stored
  const mail = overMail(readerOf(standIn), { from, until, name: standIn.name, other: user.name, link: pageOf(context) })
  await enqueueEmail(trx, { recipient: standIn.email, ...mail, priority: 'person' }, isoNow(context))
}

/** The absence that a link asks about. Throws invalid_code for one we never wrote, and for what was changed, is given up or over. */
const questionOf = async (services: Services, token: string): Promise<NamedAbsence> => {
  const absence = await namedAbsence(services.db, await absenceInToken(services, token))
  if (!absence || isOver(absence, absence.time_zone, services.now())) throw new Failure('invalid_code')
  return absence
}

const presentQuestion = ({
  name,
  stand_in_name,
  from,
  until,
  answer,
}: NamedAbsence): z.input<typeof StandInQuestion> => ({ name, stand_in_name, from, until, answer })

export const showQuestion = async (services: Services, token: string) =>
  presentQuestion(await questionOf(services, token))

/** Answers for the stand-in by the link of the mail; whoever said one may say the other later. */
export const answerQuestion = async (services: Services, token: string, answer: 'yes' | 'no') => {
  const { id } = await questionOf(services, token)
  await answerFor(services, id, answer)
  return showQuestion(services, token)
}

/** Answers for the caller. Throws not_found where nobody asked. */
export const answerAsked = async (context: Context, id: number, answer: 'yes' | 'no'): Promise<void> => {
  const asked = await absencesAsking(context.db, context.user.id)
  const absence = asked.find(one => one.id === id)
  if (!absence || isOver(absence, absence.time_zone, context.now())) throw new Failure('not_found')
  await answerFor(context, id, answer)
}

/** Keeps an answer and tells it to who is away; the same one again changes nothing. */
const answerFor = async (services: Services, id: number, answer: 'yes' | 'no'): Promise<void> => {
  const at = isoNow(services)
  await services.db.transaction().execute(async trx => {
    const absence = await namedAbsence(trx, id)
    if (!absence || absence.answer === answer || absence.stand_in_id === null) return
    // Each change is a mail: whoever has the link may not send any number of them.
    await countAttempt({ ...services, db: trx as Services['db'] }, 'stand_in_mail', absence.stand_in_id)
    if (!(await answerAbsence(trx, id, answer, at))) return
    const { from, until, name, stand_in_name: other, email } = absence
    const mail = answerMail(readerOf(absence), answer, { from, until, name, other, link: pageOf(services) })
    await enqueueEmail(trx, { recipient: email, ...mail, priority: 'person' }, at)
  })
  sendSoon(services)
}
