import { z } from 'zod'
import { Id, IdParams, May, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { WAYS } from './alert-delivery.ts'

/** Minutes without anybody on it until the next person of a plan is told. */
export const ESCALATION_MINUTES = { least: 1, most: 1440, usual: 15 } as const
/** A chain that was not tested for longer is due. */
export const TEST_EVERY_DAYS = 31
export const LOG_MONTHS = 13

/** Telephone number as people write it. */
const Phone = z
  .string()
  .trim()
  .regex(/^[+(]?[0-9][0-9 ()/.-]{2,38}$/)
const Remark = z.string().trim().max(2500)

const PersonInput = z.object({
  name: Name,
  /** Shown as a link to call; the product calls nobody. */
  phone: Phone.nullable().default(null),
  /** E-mail address; a person who has an account with it is told in the account's own ways. */
  email: z.email().max(255).toLowerCase(),
})

export const AlarmPlanInput = z
  .object({
    minutes: z.int().min(ESCALATION_MINUTES.least).max(ESCALATION_MINUTES.most).default(ESCALATION_MINUTES.usual),
    /** People in the order in which they are told; an empty list ends the plan. */
    people: z.array(PersonInput).max(20),
    /**
     * Time of the plan a form has read, null where there was none; a plan changed since is refused. Left out, any plan
     * is overwritten.
     */
    updated_at: z.iso.datetime().nullish(),
  })
  .refine(({ people }) => new Set(people.map(({ email }) => email)).size === people.length, {
    path: ['people'],
    params: { code: 'taken' },
  })

const Person = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  /** E-mail address; null for a caller who reads the plan only because of an open alert. */
  email: z.string().nullable(),
})

export const AlarmPlan = z.object({
  location_id: Id,
  location_name: z.string(),
  time_zone: z.string(),
  minutes: z.int(),
  people: z.array(
    Person.extend({
      /** Consent of the person: only one who has confirmed is told; an account with the address counts as confirmed. */
      consent: z.enum(['confirmed', 'asked', 'declined']),
    }),
  ),
  /** Time of the last change; null until somebody makes the plan. */
  updated_at: TimeOut.nullable(),
  tested_at: TimeOut.nullable(),
  /** The last test is older than a month, or there was none yet. */
  test_due: z.boolean(),
  /** Edit: change the plan and test the chain. */
  may: May,
})
export type AlarmPlan = z.infer<typeof AlarmPlan>

/** Notification of one person in one way. */
const Way = z.object({
  channel: z.enum(WAYS),
  event: z.enum(['told', 'over']),
  state: z.enum(['waiting', 'sent', 'failed']),
  at: TimeOut.nullable(),
  /** Reason it was not sent, as a sentence. */
  error: z.string().nullable(),
})

/** A person as it was when told. */
const AlarmNotification = Person.extend({
  told_at: TimeOut,
  confirmed_at: TimeOut.nullable(),
  remark: z.string().nullable(),
  ways: z.array(Way),
})

/** A test of the whole chain, or an alert that went along it. */
export const AlarmLogEntry = z.object({
  kind: z.enum(['test', 'alert']),
  /** Number of the test; null for an alert. */
  test_id: Id.nullable(),
  /** Number of the alert; null for a test, and once the alert is deleted. */
  alert_id: Id.nullable(),
  /** Time the test began, or the alert fired. */
  at: TimeOut,
  /** Alert as a sentence; null for a test. */
  subject: z.string().nullable(),
  /** Person who began the test; null for an alert, and once the account is gone. */
  started_by: z.string().nullable(),
  remark: z.string().nullable(),
  tellings: z.array(AlarmNotification),
})
export type AlarmLogEntry = z.infer<typeof AlarmLogEntry>

export const AlarmLog = z.object({ since: TimeOut, entries: z.array(AlarmLogEntry) })

/** Page a link in a mail of the plan opens, without an account. */
export const AlarmCall = z.object({
  kind: z.enum(['test', 'alert']),
  location_name: z.string(),
  time_zone: z.string(),
  name: z.string(),
  told_at: TimeOut,
  subject: z.string().nullable(),
  /** Time the alert was over, and the person who is on it. */
  resolved_at: TimeOut.nullable(),
  acknowledged_by: z.string().nullable(),
  confirmed_at: TimeOut.nullable(),
  /** False once the month, or the alert, is over. */
  open: z.boolean(),
  people: z.array(Person.omit({ email: true })),
})
export type AlarmCall = z.infer<typeof AlarmCall>

/** Question to a person of a plan without an account, opened by a link in a mail. */
export const AlarmPerson = z.object({
  location_name: z.string(),
  time_zone: z.string(),
  name: z.string(),
  /** Person who put this one into the plan, where that is known. */
  asked_by: z.string().nullable(),
  answer: z.enum(['yes', 'no']).nullable(),
  answered_at: TimeOut.nullable(),
})
export type AlarmPerson = z.infer<typeof AlarmPerson>

/** No minute is evaluated, or no message can be taken. */
export const WATCH_PROBLEMS = ['not_evaluated', 'not_heard'] as const

/** Proof that the watch is alive. Null: not yet. */
export const AlarmWatch = z.object({
  now: TimeOut,
  /** The newest minute that was evaluated to its end for everybody. */
  evaluated_at: TimeOut.nullable(),
  /** Time at which messages of devices could last be taken and stored. */
  heard_at: TimeOut.nullable(),
  /** Time since which every minute was evaluated and messages could be taken; null while that is not so. */
  awake_since: TimeOut.nullable(),
  /** Reason nobody would be warned now; null while the watch lives. */
  problem: z.enum(WATCH_PROBLEMS).nullable(),
  /** The caller's own rules that are switched on and whose place or device is still theirs, and those that cannot be evaluated now; for administrators those of all. */
  rules: z.int(),
  failing_rules: z.int(),
  /** False where mails are kept as files: nobody is told by mail. */
  mail_server: z.boolean(),
  measured_at: TimeOut.nullable(),
  /** Time a mail server last took a mail. */
  mailed_at: TimeOut.nullable(),
  /** Mails that wait for longer than five minutes. */
  mails_waiting: z.int(),
  /** The call to the operator's own watch. */
  ping: z.enum(['off', 'ok', 'failing', 'waiting']),
  pinged_at: TimeOut.nullable(),
  /** Oldest of the last tests of the caller's own alarm plans, and whether any test is due. */
  tested_at: TimeOut.nullable(),
  test_due: z.boolean(),
})
export type AlarmWatch = z.infer<typeof AlarmWatch>

const Token = z.object({ token: z.string().regex(/^\d{1,10}\.[\w-]{43}$/) })

export const alarmPlanEndpoints = endpoints({
  getAlarmPlan: {
    method: 'GET',
    path: '/alarm-plans/:id',
    access: 'signedIn',
    summary: 'The alarm plan of the location with this id: who is told next when nobody is on an alert',
    params: IdParams,
    response: AlarmPlan,
  },
  saveAlarmPlan: {
    method: 'PUT',
    path: '/alarm-plans/:id',
    access: 'signedIn',
    summary: 'Save the alarm plan of a location; refused when somebody changed it since the time given',
    params: IdParams,
    body: AlarmPlanInput,
    response: AlarmPlan,
    failures: ['changed_meanwhile', 'quota_reached'],
  },
  testAlarmPlan: {
    method: 'POST',
    path: '/alarm-plans/:id/test',
    access: 'signedIn',
    summary: 'Send everybody of the plan a test at once, which each confirms; at most one in five minutes',
    params: IdParams,
    status: 201,
    response: AlarmLogEntry,
    failures: ['limit_exceeded', 'conflict', 'quota_reached'],
  },
  getAlarmLog: {
    method: 'GET',
    path: '/alarm-plans/:id/log',
    access: 'signedIn',
    summary:
      'Every test and every alert that went along the plan of a location, 13 months back, the newest first; what is open for who reads it only because of that',
    params: IdParams,
    response: AlarmLog,
  },
  remarkAlarmTest: {
    method: 'PUT',
    path: '/alarm-tests/:id/remark',
    access: 'signedIn',
    summary: 'Note something beside a test of the chain; null takes it away',
    params: IdParams,
    body: z.object({ remark: Remark.nullable() }),
    response: AlarmLogEntry,
  },
  getAlarmCall: {
    method: 'GET',
    path: '/alarm-calls/:token',
    access: 'public',
    summary: 'What the signed link in a letter of an alarm plan is about; confirms nothing',
    params: Token,
    response: AlarmCall,
    failures: ['invalid_code'],
  },
  confirmAlarmCall: {
    method: 'POST',
    path: '/alarm-calls/:token/confirm',
    access: 'public',
    summary: 'Confirm a test, or say of an alert that one is on it; a second time changes nothing',
    params: Token,
    body: z.object({ remark: Remark.nullish() }),
    response: AlarmCall,
    failures: ['invalid_code', 'conflict'],
  },
  getAlarmPerson: {
    method: 'GET',
    path: '/alarm-people/:token',
    access: 'public',
    summary: 'What the signed link in a letter asks a person of an alarm plan; answers nothing',
    params: Token,
    response: AlarmPerson,
    failures: ['invalid_code'],
  },
  answerAlarmPerson: {
    method: 'POST',
    path: '/alarm-people/:token',
    access: 'public',
    summary: 'Say whether the alarm plan may tell one by mail; the other can be said later',
    params: Token,
    body: z.object({ answer: z.enum(['yes', 'no']) }),
    response: AlarmPerson,
    failures: ['invalid_code'],
  },
  getAlarmWatch: {
    method: 'GET',
    path: '/alarm-watch',
    access: 'signedIn',
    summary: 'Proof that the watch over the rules is alive',
    response: AlarmWatch,
  },
})
