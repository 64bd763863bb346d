import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto'

/** Keys of the server, base64url: the public key as 65 bytes, the private one as 32. */
export interface PushKeys {
  public_key: string
  private_key: string
}

/** Address and keys that a browser gave when it subscribed. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const HALF_A_DAY = 12 * 3600

const bytes = (base64url: string): Buffer => Buffer.from(base64url, 'base64url')
const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The key pair a server proves itself with to push services (RFC 8292). */
export const newPushKeys = (): PushKeys => {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', { namedCurve: CURVE }).privateKey.export({ format: 'jwk' })
  return { public_key: Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]).toString('base64url'), private_key: d }
}

/** Tells whether these are keys that something can be encrypted for: a point of the curve, and 16 bytes. */
export const isPushTarget = ({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean => {
  try {
    const { ecdh } = newSender()
    return bytes(auth).length === 16 && ecdh.computeSecret(bytes(p256dh)).length === 32
  } catch {
    return false
  }
}

interface Sender {
  ecdh: ECDH
  salt: Buffer
}

const newSender = (): Sender => {
  const ecdh = createECDH(CURVE)
  ecdh.generateKeys()
  return { ecdh, salt: randomBytes(16) }
}

/** Encrypts a message for one browser (RFC 8291, aes128gcm). At most 3993 bytes. */
export const encryptPush = (text: string, target: Omit<PushTarget, 'endpoint'>, sender = newSender()): Buffer => {
  const { ecdh, salt } = sender
  const [theirs, ours] = [bytes(target.p256dh), ecdh.getPublicKey()]
  const shared = ecdh.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours])
  const secret = Buffer.from(hkdfSync('sha256', shared, bytes(target.auth), info, 32))
  const derive = (label: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
  const size = Buffer.alloc(5)
  size.writeUInt32BE(RECORD_BYTES)
  size.writeUInt8(ours.length, 4)
  // The last record ends with a 2.
  const encrypted = [cipher.update(text), cipher.update(Buffer.of(2)), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([salt, size, ours, ...encrypted])
}

/** The header by which a push service knows the sender (RFC 8292). `now` in epoch ms, `contact` a mailto or https address. */
export const pushAuthorization = (
  { endpoint }: Pick<PushTarget, 'endpoint'>,
  { public_key, private_key }: PushKeys,
  { now, contact }: { now: number; contact: string },
): string => {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now / 1000) + HALF_A_DAY, sub: contact }
  const signed = `${json({ typ: 'JWT', alg: 'ES256' })}.${json(claims)}`
  const point = bytes(public_key)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url')) as [string, string]
  const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', x, y, d: private_key }, format: 'jwk' })
  const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')
  return `vapid t=${signed}.${signature}, k=${public_key}`
}
