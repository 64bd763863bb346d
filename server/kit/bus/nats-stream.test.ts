import { errors } from '@nats-io/transport-node'
import { expect, test } from 'vitest'
import { isAway, isUnknown } from './nats-stream.ts'

const withCode = (code: string): Error => Object.assign(new Error(code), { code })
/** Error of the client around the one of the machine. */
const around = (cause: Error): Error => new Error('connection failed', { cause })

test.each(['ECONNREFUSED', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOTFOUND'])('a server by %s is away for now', code => {
  expect([isAway(withCode(code)), isAway(around(withCode(code)))]).toEqual([true, true])
})

test('a server that does not answer is away, one that refuses stays so', () => {
  expect(isAway(new errors.TimeoutError())).toBe(true)
  expect(isAway(new errors.AuthorizationError('no'))).toBe(false)
  expect(isAway(withCode('CERT_HAS_EXPIRED'))).toBe(false)
  expect(isAway('ENOTFOUND')).toBe(false)
})

test('a name that is not known is told from a server that is known and away', () => {
  expect(isUnknown(around(withCode('ENOTFOUND')))).toBe(true)
  expect(isUnknown(withCode('ECONNREFUSED'))).toBe(false)
})
