import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import type { Database } from '../../kit/database/database.ts'
import { Failure } from '../../kit/failure.ts'
import type { InSession } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { countAttempt, isUsedUp } from '../../kit/limits/limits.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { hashOf } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { sendSoon } from '../../notifications/outbox/outbox.ts'
import { writeSignInMail } from '../mails.ts'
import { ownRow } from '../profile.ts'
import { requireReauthentication } from '../reauthentication/reauthentication.ts'
import { holdOwner } from '../sign-in/sessions.ts'
import { type UserRow, userOfId } from '../store.ts'
import {
  countWrong,
  replaceSecret,
  secretOfUser,
  takeBackupCode,
  takeStep,
  turnOff,
  turnOn,
} from './one-time-code-store.ts'

type Context = Services & Acting & { user: InSession; t: Words }

const STEP_MS = 30_000
/** A clock may be off by one step either way. */
const WINDOW = 1
const MAX_WRONG = 5
const PAUSE_MS = 15 * 60_000
const BACKUP_CODES = 10
/** Characters of a backup code: no characters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'

const generatorOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Barnometer', label, secret: Secret.fromBase32(secret) })

/** Makes a secret for an authenticator app (RFC 6238). Sign-in asks for its codes once `confirmOneTimeCodes` has seen one. */
export const beginOneTimeCodes = async (
  context: Context,
  password: string | undefined,
): Promise<{ secret: string; uri: string }> => {
  const row = await ownRow(context)
  await requireReauthentication(context, row, password, 'password')
  const secret = new Secret({ size: 20 }).base32
  await context.db.transaction().execute(async db => {
    await holdWithout(context, db)
    await replaceSecret(db, { user_id: row.id, secret, last_step: 0, wrong: 0, wrong_at: isoNow(context) })
  })
  return { secret, uri: generatorOf(secret, row.email).toString() }
}

/** Holds the account of the session, which signs in without one-time codes. Throws conflict where they are on by now. */
const holdWithout = async (context: Context, db: Database): Promise<void> => {
  const owner = await holdOwner(context, db)
  if (owner.one_time_codes_since) throw new Failure('conflict')
}

export const confirmOneTimeCodes = async (context: Context, code: string): Promise<string[]> => {
  const row = await ownRow(context)
  if (row.one_time_codes_since) throw new Failure('conflict')
  const begun = await secretOfUser(context.db, row.id)
  await requireCode(context, row, code, 'code')
  const codes = Array.from({ length: BACKUP_CODES }, newBackupCode)
  await context.db.transaction().execute(async db => {
    await holdWithout(context, db)
    // Another tab may have begun anew: the codes of its secret are not those that were just shown.
    if ((await secretOfUser(db, row.id))?.secret !== begun?.secret) throw new Failure('conflict')
    await turnOn(db, row.id, isoNow(context), codes.map(backupHash(row.id)))
    await writeAudit(context, db, { action: 'one_time_codes_on', user_id: row.id })
    await writeSignInMail(context, db, 'codes_on', row)
  })
  sendSoon(context)
  return codes
}

export const endOneTimeCodes = async (context: Context, password: string | undefined): Promise<void> => {
  const row = await ownRow(context)
  await requireReauthentication(context, row, password, 'password')
  await context.db.transaction().execute(async db => turnOffFor(context, db, await holdOwner(context, db), 'codes_off'))
  sendSoon(context)
}

/**
 * Ends the one-time codes of another account, whose person has lost telephone and backup codes; where there are none, it is done. Throws
 * not_found, and not_allowed for the own account, whose password is asked for.
 */
export const endOneTimeCodesOf = async (
  context: Services & Acting & { user: InSession },
  id: number,
): Promise<void> => {
  const { db, user } = context
  if (id === user.id) throw new Failure('not_allowed')
  await db.transaction().execute(async trx => {
    await lockUser(trx, id)
    const row = await userOfId(trx, id)
    if (!row) throw new Failure('not_found')
    if (row.one_time_codes_since) await turnOffFor(context, trx, row, 'codes_ended')
  })
  sendSoon(context)
}

/** Turns them off with all that tells of it; where they are off already, nobody is told. */
const turnOffFor = async (
  context: Services & Acting,
  db: Database,
  row: UserRow,
  mail: 'codes_off' | 'codes_ended',
): Promise<void> => {
  await turnOff(db, row.id)
  await writeAudit(context, db, { action: 'one_time_codes_off', user_id: row.id })
  if (row.one_time_codes_since) await writeSignInMail(context, db, mail, row)
}

/**
 * Requires a one-time code at sign-in, after the password. Throws `one_time_code_needed` without a code, `invalid_code`
 * with a wrong one.
 */
export const requireOneTimeCode = async (
  context: Services & { t: Words },
  user: UserRow,
  code: string | undefined,
): Promise<void> => {
  if (!user.one_time_codes_since) return
  if (!code) throw new Failure('one_time_code_needed')
  await requireCode(context, user, code, 'one_time_code')
}

const requireCode = async (
  context: Services & { t: Words },
  user: UserRow,
  code: string,
  field: string,
): Promise<void> => {
  const { db, t, now } = context
  const refuse = (sentence: string) => new Failure('invalid_code', { fields: { [field]: [sentence] } })
  const row = await secretOfUser(db, user.id)
  if (!row) throw refuse(t('fields.wrong_code'))
  if (row.wrong >= MAX_WRONG && now() - Date.parse(row.wrong_at) < PAUSE_MS) throw refuse(t('fields.too_many_codes'))
  const plain = code.replaceAll(/[\s-]/g, '').toLowerCase()
  const isGuessable = /^\d{6}$/.test(plain)
  if (isGuessable && (await isUsedUp(context, 'one_time_guess', user.id)))
    throw refuse(t('fields.too_many_codes_today'))
  const right = isGuessable
    ? await isRightNow(context, row.secret, user.id, plain)
    : await takeBackupCode(db, user.id, backupHash(user.id)(plain))
  if (right) return
  await countWrong(db, user.id, isoNow(context))
  if (isGuessable) await countAttempt(context, 'one_time_guess', user.id).catch(() => undefined)
  throw refuse(t('fields.wrong_code'))
}

const isRightNow = async ({ db, now }: Services, secret: string, userId: number, code: string): Promise<boolean> => {
  const timestamp = now()
  const delta = generatorOf(secret, '').validate({ token: code, window: WINDOW, timestamp })
  return delta !== null && takeStep(db, userId, Math.floor(timestamp / STEP_MS) + delta)
}

/** Ten characters, about 49 bits: too many to guess with the tries there are. */
const newBackupCode = (): string => {
  const characters = Array.from({ length: 10 }, () => ALPHABET[randomInt(ALPHABET.length)])
  return `${characters.slice(0, 5).join('')}-${characters.slice(5).join('')}`
}

const backupHash = (userId: number) => (code: string) => hashOf(`${userId} ${code.replaceAll('-', '')}`)
