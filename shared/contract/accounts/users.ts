import { z } from 'zod'
import { PERMISSIONS } from '../../rules/accounts/roles.ts'
import { CLOCKS, DATE_FORMATS, TEMPERATURE_UNITS, WEEK_STARTS } from '../../rules/formats/formats.ts'
import { passwordProblems } from '../../rules/formats/password.ts'
import { Id, IdParams, Language, Name, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { TERMS_VERSION } from '../fixed.ts'

export const Email = z
  .email({ error: 'invalid_email' })
  .max(254)
  .transform(text => text.toLowerCase())

/**
 * Formats in which a person reads and types. What calls take and give stays in °C and ISO 8601: formats are a matter of showing.
 */
export const Formats = z.object({
  temperature: z.enum(TEMPERATURE_UNITS),
  /** `language`: as the language of the account writes dates. */
  dates: z.enum(DATE_FORMATS),
  /** Hours of the clock. */
  clock: z.enum(CLOCKS),
  /** First day of the week. */
  week: z.enum(WEEK_STARTS),
})

export const User = z.object({
  id: Id,
  email: z.string(),
  name: z.string(),
  username: z.string(),
  admin: z.boolean(),
  locale: Language,
  time_zone: z.string(),
  formats: Formats,
  permissions: z.array(z.enum(PERMISSIONS)),
  policy_accepted: z.string(),
  /** A new address that waits for its confirmation. */
  pending_email: z.string().nullable(),
  password_changed_at: TimeOut,
  /** True where signing in needs a one-time code too. */
  one_time_codes: z.boolean(),
})
export type User = z.infer<typeof User>

export const UserWithToken = User.extend({ api_token: z.string() })

const NewPassword = z
  .string()
  .max(1000)
  .refine(password => passwordProblems(password).length === 0, { params: { code: 'weak_password' } })

/** Condition of a rule over several fields: checked together with the fields, not only once all of them are right. */
const isObject = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null

const passwordsMatch = {
  check: (input: { password?: string | undefined; password_confirmation?: string | undefined }) =>
    input.password === input.password_confirmation,
  failure: {
    path: ['password_confirmation'],
    params: { code: 'passwords_do_not_match' },
    when: isObject,
  },
}

export const RegisterInput = z
  .object({
    name: Name,
    email: Email,
    password: NewPassword,
    password_confirmation: z.string().max(1000),
    policy_accepted: z.literal(TERMS_VERSION),
    locale: Language.optional(),
  })
  .refine(passwordsMatch.check, passwordsMatch.failure)

export const PasswordResetInput = z
  .object({
    email: Email,
    code: z
      .string()
      .trim()
      // Six digits that somebody types, or what the link in the same mail brings.
      .regex(/^(\d{6}|[\w-]{43})$/),
    password: NewPassword,
    password_confirmation: z.string().max(1000),
  })
  .refine(passwordsMatch.check, passwordsMatch.failure)

/** Password of the own account; left out where the person has just shown in another way who they are. */
export const OwnPassword = z.string().min(1).max(1000).optional()

/** Change a person makes to the own account. E-mail and password need the current password, or a reauthentication. */
export const UserChange = z
  .object({
    name: Name.optional(),
    email: Email.optional(),
    password: NewPassword.optional(),
    password_confirmation: z.string().max(1000).optional(),
    locale: Language.optional(),
    time_zone: TimeZone.optional(),
    /** Formats to change; those left out stay as they are. */
    formats: Formats.partial().optional(),
    current_password: OwnPassword,
  })
  .refine(passwordsMatch.check, passwordsMatch.failure)

const UserSession = z.object({
  id: Id,
  created_at: TimeOut,
  last_used_at: TimeOut,
  /** Browser and system, as the browser called itself when signing in. */
  agent: z.string(),
  current: z.boolean(),
})

/** Input that deletes the own account. */
export const UserEnd = z.object({ password: OwnPassword })

export const PasswordCodeInput = z.object({ email: Email })

export const LoginInput = z.object({
  email: z.string().min(1).max(254),
  password: z.string().min(1).max(1000),
  /** Code of the authenticator app, or a backup code; asked for with `one_time_code_needed`. */
  one_time_code: z.string().trim().max(20).optional(),
})

const Message = z.object({ message: z.string() })

export const userEndpoints = endpoints({
  getSetup: {
    method: 'GET',
    path: '/setup',
    access: 'public',
    summary: 'Whether this installation still waits for its first account',
    response: z.object({
      first_account: z.boolean(),
      /** False: mails are kept as files, and an administrator passes their links and codes on. */
      mail: z.boolean(),
      /** Plans that people give their devices themselves. */
      plans: z.array(z.string()),
      /** Origin at which passkeys work; null where the address of the installation allows none. */
      passkeys_at: z.string().nullable(),
      /** Name of another provider that people may sign in with; null where there is none. */
      oidc: z.string().nullable(),
      /** Mark of a built-in MQTT broker, at which Home Assistant can listen. */
      mqtt: z.boolean(),
      version: z.string(),
    }),
  },
  register: {
    method: 'POST',
    path: '/register',
    access: 'public',
    constantTime: true,
    mails: true,
    summary: 'Create an account; the first one of an installation is its administrator and confirmed at once',
    body: RegisterInput,
    status: 201,
    response: z.object({ message: z.enum(['email_verification_sent', 'account_ready']) }),
  },
  verifyEmail: {
    method: 'POST',
    path: '/email/verify',
    access: 'public',
    summary: 'Confirm an e-mail address with the token of the mailed link',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ message: z.literal('email_verified'), email: z.string() }),
  },
  stopEmailChange: {
    method: 'POST',
    path: '/email/stop',
    access: 'public',
    summary:
      'Stop a change of the e-mail address with the token mailed to the old one, or undo it within 7 days; ends all sessions, access tokens and the password',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ email: z.string() }),
    failures: ['invalid_code', 'limit_exceeded'],
  },
  resendVerification: {
    method: 'POST',
    path: '/email/resend',
    access: 'public',
    constantTime: true,
    mails: true,
    summary: 'Mail the confirmation link again; answers the same whether or not the address is known',
    body: z.object({ email: Email }),
    response: Message,
  },
  login: {
    method: 'POST',
    path: '/login',
    access: 'public',
    summary: 'Sign in with e-mail and password',
    body: LoginInput,
    response: UserWithToken,
    failures: [
      'invalid_user',
      'email_not_verified',
      'account_suspended',
      'one_time_code_needed',
      'invalid_code',
      'limit_exceeded',
    ],
  },
  authenticate: {
    method: 'POST',
    path: '/authenticate',
    access: 'signedIn',
    scope: 'read',
    summary: 'The signed-in user',
    response: User,
  },
  requestPasswordCode: {
    method: 'POST',
    path: '/password/reminder',
    access: 'public',
    constantTime: true,
    mails: true,
    summary: 'Mail a 6-digit code that works for 60 minutes; answers the same whether or not the address is known',
    body: PasswordCodeInput,
    response: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/password/reset',
    access: 'public',
    constantTime: true,
    summary: 'Set a new password with the mailed code; ends all sessions, access tokens and passkeys of the account',
    body: PasswordResetInput,
    response: Message,
    failures: ['invalid_code', 'limit_exceeded'],
  },
  listSessions: {
    method: 'GET',
    path: '/sessions',
    access: 'signedIn',
    scope: 'session',
    summary: 'Where the caller is signed in',
    response: z.array(UserSession),
  },
  endOtherSessions: {
    method: 'DELETE',
    path: '/sessions',
    access: 'signedIn',
    scope: 'session',
    summary: "End all the caller's sessions but this one",
    status: 204,
  },
  endSession: {
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'signedIn',
    scope: 'session',
    summary: "End one of the caller's sessions",
    params: IdParams,
    status: 204,
  },
  updateUser: {
    method: 'PATCH',
    path: '/user',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Change the own account; a new e-mail address holds once it is confirmed',
    body: UserChange,
    response: User,
    failures: ['invalid_user', 'user_not_edited'],
  },
  deleteUser: {
    method: 'DELETE',
    path: '/user',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Delete the own account for good',
    body: UserEnd,
    status: 204,
    failures: ['invalid_user', 'user_not_deleted'],
  },
  logout: {
    method: 'POST',
    path: '/logout',
    access: 'signedIn',
    scope: 'session',
    summary: 'End this session',
    status: 204,
  },
  updateLocale: {
    method: 'PUT',
    path: '/userlocale',
    access: 'signedIn',
    summary: 'Save the language of the signed-in user',
    body: z.object({ email: Email, locale: Language }),
    response: User,
  },
})
