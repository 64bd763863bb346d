import { z } from 'zod'
import { CONTACT_SERVICE_KEYS, problemsOfSettings } from '../../rules/alerts/contact-services.ts'
import { Id, IdParams, Name, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Settings = z.record(z.string().max(40), z.string().max(4000))

/** A messenger, a telephone or any other service by which the caller is told of alerts. */
export const ContactPoint = z.object({
  id: Id,
  service: z.enum(CONTACT_SERVICE_KEYS),
  name: z.string(),
  /** Told of alerts marked act_now alone, and along an alarm plan. */
  only_act_now: z.boolean(),
  /** Entries of the person; secrets are not among them. */
  settings: Settings,
  /** Names of the secrets that are kept. */
  secrets: z.array(z.string()),
  created_at: TimeOut,
  /** Time the service last took something; null before. */
  last_sent_at: TimeOut.nullable(),
  /** Time of the newest attempt that failed; null where the newest one did not. */
  failed_at: TimeOut.nullable(),
  /** Reason of that failure, as a sentence. */
  error: z.string().nullable(),
  /** Time at which what waits is tried again; null where nothing waits. */
  retry_at: TimeOut.nullable(),
})
export type ContactPoint = z.infer<typeof ContactPoint>

const Common = {
  service: z.enum(CONTACT_SERVICE_KEYS),
  name: Name,
  only_act_now: z.boolean(),
  settings: Settings,
}
interface Input {
  service: (typeof CONTACT_SERVICE_KEYS)[number]
  settings: Record<string, string>
  keeps: readonly string[]
}

const check = ({ service, settings, keeps }: Input, context: z.RefinementCtx): void => {
  for (const [field, code] of Object.entries(problemsOfSettings(service, settings, keeps)))
    context.addIssue({ code: 'custom', path: ['settings', field], input: settings[field], params: { code } })
}

export const ContactPointInput = z
  .object(Common)
  .superRefine((input, context) => check({ ...input, keeps: [] }, context))

export const ContactPointChange = z
  .object({
    ...Common,
    /** Names of secrets that stay as they are. */
    keeps: z.array(z.string().max(40)).max(10).default([]),
  })
  .superRefine(check)

export const ContactPointTestAnswer = z.object({
  state: z.enum(['sent', 'failed']),
  /** Reason it was not sent, as a sentence. */
  error: z.string().nullable(),
})

export const contactPointEndpoints = endpoints({
  createContactPoint: {
    method: 'POST',
    path: '/alert-delivery/contact-points',
    access: 'signedIn',
    scope: 'session',
    summary: 'Tell the caller by this messenger, SMS or call, too; secrets are never shown again',
    body: ContactPointInput,
    status: 201,
    response: ContactPoint,
  },
  updateContactPoint: {
    method: 'PUT',
    path: '/alert-delivery/contact-points/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Change a contact point. Its secrets stay where `keeps` names them, unless its address becomes another',
    params: IdParams,
    body: ContactPointChange,
    response: ContactPoint,
  },
  deleteContactPoint: {
    method: 'DELETE',
    path: '/alert-delivery/contact-points/:id',
    access: 'signedIn',
    summary: 'Tell the caller nothing more there',
    params: IdParams,
    status: 204,
  },
  testContactPoint: {
    method: 'POST',
    path: '/alert-delivery/contact-points/:id/test',
    access: 'signedIn',
    summary: 'Send the caller a test there and say what came of it; ten within ten minutes, of all channels',
    params: IdParams,
    response: ContactPointTestAnswer,
    failures: ['limit_exceeded'],
  },
})
