import { randomInt } from 'node:crypto'
import { CLAIM_CODE_LENGTH } from '#shared/contract/devices/device-ownership.ts'
import type { Database } from '../../kit/database/database.ts'
import { countAttempt } from '../../kit/limits/limits.ts'
import { hashOf } from '../../kit/security/secrets.ts'
import { claimHashOf, deviceOfClaimHash, keepClaimHash } from './claim-store.ts'

/** Characters of a code: no letter that looks like a digit, and no vowel that makes a word. */
const LETTERS = '23456789BCDFGHJKMNPQRSTVWXYZ'

const inFours = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-')
const bare = (code: string): string => code.replaceAll('-', '')

/** A new code for a device, 57 random bits as `K7QM-2RTX-9WPD`. Only its hash is kept; an older one stops. */
export const newClaimCode = async (db: Database, deviceId: number): Promise<string> => {
  const code = inFours(Array.from({ length: CLAIM_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''))
  await keepClaimHash(db, deviceId, hashOf(bare(code)))
  return code
}

export const hasClaimCode = async (db: Database, deviceId: number): Promise<boolean> =>
  (await claimHashOf(db, deviceId)) !== null

export const deviceOfCode = (db: Database, code: string) => deviceOfClaimHash(db, hashOf(code))

/** Counts a try of a person. Throws limit_exceeded from the eleventh in an hour on, right or wrong. */
export const countClaimAttempt = (db: Database, userId: number, now: number): Promise<void> =>
  countAttempt({ db, now: () => now }, 'claim', userId)
