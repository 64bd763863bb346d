import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

/**
 * Reasons an absence gives for whom an alert is told to: to who stands in; to both, as it is urgent; or to who is away
 * all the same, as the stand-in has not answered, said no, is away too, may not see it, has no way to be told, was not
 * reached, or is gone; or as the absence was over before it was told.
 */
export const ABSENCE_REASONS = [
  'stands_in',
  'both',
  'unanswered',
  'declined',
  'stand_in_away',
  'no_access',
  'unreachable',
  'not_reached',
  'nobody',
  'back',
] as const

/** Longest time away, in days. */
export const MAX_AWAY_DAYS = 366

const Answer = z.enum(['yes', 'no'])

export const AbsenceInput = z
  .object({
    /** First and last day, on the calendar of the caller's time zone. */
    from: z.iso.date(),
    until: z.iso.date(),
    /** Account of who stands in: one of the `candidates`. */
    stand_in_id: Id,
    /** Alerts to act on now are told to both. */
    both: z.boolean().default(true),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], params: { code: 'last_day_before_first' } })

const Absence = z.object({
  from: z.string(),
  until: z.string(),
  both: z.boolean(),
  /** Person who stands in; null once that account is gone. */
  stand_in: z.object({ id: Id, name: z.string() }).nullable(),
  answer: Answer.nullable(),
  answered_at: TimeOut.nullable(),
  /** True from its first day on. */
  away: z.boolean(),
  /** Reason the caller is told all the same of everything, as it is now; null where the stand-in is told. */
  problem: z.enum(['unanswered', 'declined', 'stand_in_away', 'no_access', 'unreachable', 'nobody']).nullable(),
  /** Names of the caller's locations that the stand-in may not see: of these the caller is told. */
  unseen: z.array(z.string()),
})
export type Absence = z.infer<typeof Absence>

const Candidate = z.object({
  id: Id,
  name: z.string(),
  /** Names of the caller's locations that this person may not see. */
  unseen: z.array(z.string()),
})

/** Question to somebody who is to stand in. */
const StandIn = z.object({
  id: Id,
  /** Name of the person who is away. */
  name: z.string(),
  from: z.string(),
  until: z.string(),
  answer: Answer.nullable(),
})

export const Absences = z.object({
  /** Absence that is planned or lasts; null where there is none. */
  absence: Absence.nullable(),
  /** People who may see a location of the caller, and so may stand in. */
  candidates: z.array(Candidate),
  /** Absences of others for which the caller was asked to stand in. */
  asked: z.array(StandIn),
})
export type Absences = z.infer<typeof Absences>

/** Page that the link in the mail to a stand-in opens. */
export const StandInQuestion = StandIn.omit({ id: true }).extend({
  /** Name of the person who is asked. */
  stand_in_name: z.string(),
})
export type StandInQuestion = z.infer<typeof StandInQuestion>

const Token = z.object({ token: z.string().regex(/^\d{1,10}\.[\w-]{43}$/) })
const AnswerBody = z.object({ answer: Answer })

export const absenceEndpoints = endpoints({
  getAbsence: {
    method: 'GET',
    path: '/alert-delivery/absence',
    access: 'signedIn',
    summary: 'When the caller is away, who stands in, who may, and for whom the caller was asked to',
    response: Absences,
  },
  saveAbsence: {
    method: 'PUT',
    path: '/alert-delivery/absence',
    access: 'signedIn',
    summary:
      'Plan or change the absence of the caller; the stand-in is asked by mail and told of nothing before a yes, which holds for these days',
    body: AbsenceInput,
    response: Absences,
    failures: ['limit_exceeded'],
  },
  endAbsence: {
    method: 'DELETE',
    path: '/alert-delivery/absence',
    access: 'signedIn',
    summary: 'End the absence of the caller, or give it up before it began',
    status: 204,
  },
  answerStandIn: {
    method: 'POST',
    path: '/stand-ins/:id',
    access: 'signedIn',
    summary: 'Say whether the caller stands in for somebody who asked; the other can be said later',
    params: IdParams,
    body: AnswerBody,
    response: Absences,
  },
  getStandInQuestion: {
    method: 'GET',
    path: '/stand-in-questions/:token',
    access: 'public',
    summary: 'What the signed link in a letter to a stand-in asks; answers nothing',
    params: Token,
    response: StandInQuestion,
    failures: ['invalid_code'],
  },
  answerStandInQuestion: {
    method: 'POST',
    path: '/stand-in-questions/:token',
    access: 'public',
    summary: 'Say whether one stands in for somebody; the other can be said later',
    params: Token,
    body: AnswerBody,
    response: StandInQuestion,
    failures: ['invalid_code'],
  },
})
