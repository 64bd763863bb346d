import { createECDH, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { encryptPush, isPushTarget, newPushKeys, pushAuthorization } from './web-push.ts'

/** The example of RFC 8291, section 5 and appendix A. */
const TARGET = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}
const BODY =
  'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN'

describe('a pushed message', () => {
  test('is encrypted as in the example of RFC 8291', () => {
    const ecdh = createECDH('prime256v1')
    ecdh.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url')
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
    const body = encryptPush('When I grow up, I want to be a watermelon', TARGET, { ecdh, salt })
    expect(body.toString('base64url')).toBe(BODY)
  })

  test('never looks the same twice', () => {
    expect(encryptPush('x', TARGET)).not.toEqual(encryptPush('x', TARGET))
  })

  test('keys that nothing can be encrypted for are noticed', () => {
    expect(isPushTarget(TARGET)).toBe(true)
    expect(isPushTarget({ ...TARGET, auth: 'x' })).toBe(false)
    expect(isPushTarget({ ...TARGET, p256dh: 'x' })).toBe(false)
    expect(isPushTarget({ ...TARGET, p256dh: TARGET.p256dh.replace('BCVx', 'BCVy') })).toBe(false)
  })
})

test('the header of a sender is signed with its key, for the service it is sent to', () => {
  const keys = newPushKeys()
  const now = Date.parse('2025-01-15T12:00:00Z')
  const header = pushAuthorization({ endpoint: 'https://push.example/abc' }, keys, {
    now,
    contact: 'mailto:a@b.example',
  })
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  expect(key).toBe(keys.public_key)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    aud: 'https://push.example',
    exp: now / 1000 + 12 * 3600,
    sub: 'mailto:a@b.example',
  })
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const right = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(right).toBe(true)
})
