import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'

/** Subscription as a browser gives it, at a push service that is not there. */
export const aBrowser = (endpoint = `https://push.example/${randomUUID()}`) => aReader(endpoint).subscription

/** A browser that can read what is pushed to it (RFC 8291). */
export const aReader = (endpoint: string) => {
  const ecdh = createECDH('prime256v1')
  const [p256dh, auth] = [ecdh.generateKeys(), randomBytes(16)]
  return {
    subscription: { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    read: (body: Buffer): Record<string, unknown> => {
      const [salt, theirs, encrypted] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, theirs])
      const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(theirs), auth, info, 32))
      const derive = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${label}\0`, length))
      const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
      decipher.setAuthTag(encrypted.subarray(-16))
      const plain = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()])
      return JSON.parse(plain.subarray(0, -1).toString())
    },
  }
}
