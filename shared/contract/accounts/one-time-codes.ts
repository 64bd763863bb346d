import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { OwnPassword } from './users.ts'

/** Six digits of an authenticator app, with or without spaces. */
export const OneTimeCode = z
  .string()
  .max(20)
  .transform(text => text.replaceAll(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/))

export const OneTimeBegin = z.object({ password: OwnPassword })
export const OneTimeConfirm = z.object({ code: OneTimeCode })
export const OneTimeEnd = z.object({ password: OwnPassword })

export const oneTimeCodeEndpoints = endpoints({
  beginOneTimeCodes: {
    method: 'POST',
    path: '/user/one_time_codes',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Begin to ask for one-time codes at sign-in: a secret for an authenticator app. Holds once confirmed',
    body: OneTimeBegin,
    status: 201,
    response: z.object({
      /** Base32, to type in. */
      secret: z.string(),
      /** Secret as an `otpauth://` address, to draw as a QR code. */
      uri: z.string(),
    }),
    failures: ['invalid_user', 'reauthentication_needed'],
  },
  confirmOneTimeCodes: {
    method: 'POST',
    path: '/user/one_time_codes/confirm',
    access: 'signedIn',
    scope: 'session',
    summary: 'Confirm with a code of the app. Answers ten backup codes, shown this once; each works once',
    body: OneTimeConfirm,
    response: z.object({ backup_codes: z.array(z.string()) }),
    failures: ['invalid_code'],
  },
  endOneTimeCodes: {
    method: 'DELETE',
    path: '/user/one_time_codes',
    access: 'signedIn',
    scope: 'session',
    asksPassword: true,
    summary: 'Sign in with e-mail and password alone again',
    body: OneTimeEnd,
    status: 204,
    failures: ['invalid_user', 'reauthentication_needed'],
  },
})
