import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const KEY_ATTACHED = 0x40

const sha256 = (text: string | Uint8Array): Buffer => createHash('sha256').update(text).digest()
const url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

interface Told {
  /** Origin the browser says it is at. */
  origin?: string
  /** False for an authenticator that asked for neither finger nor PIN. */
  verified?: boolean
  counter?: number
  userHandle?: string
}

/** An authenticator with one key for a site, as a browser at it answers in its place (WebAuthn level 3, attestation `none`). */
export const aPasskey = (site: string) => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let handle = ''
  const rpId = new URL(site).hostname

  const authenticatorData = ({ verified = true, counter = 0 }: Told, attached?: Uint8Array): Buffer => {
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | (attached ? KEY_ATTACHED : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(rpId), head, ...(attached ? [attached] : [])])
  }
  const clientData = (type: string, challenge: unknown, { origin = site }: Told): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const coseKey = () =>
    isoCBOR.encode(
      new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    )

  return {
    /** Makes the key for the options of `beginPasskey`. */
    create: (options: Record<string, unknown>, told: Told = {}) => {
      const user = options.user
      if (typeof user === 'object' && user !== null && 'id' in user) handle ||= String(user.id)
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attached = Buffer.concat([Buffer.alloc(16), length, id, coseKey()])
      const attestationObject = isoCBOR.encode(
        new Map<string, string | Uint8Array<ArrayBuffer> | Map<string, string>>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authenticatorData(told, attached))],
        ]),
      )
      const response = {
        clientDataJSON: url(clientData('webauthn.create', options.challenge, told)),
        attestationObject: url(attestationObject),
        transports: ['internal'],
      }
      return { credential: { id: url(id), rawId: url(id), type: 'public-key' as const, response } }
    },
    /** Signs the challenge of `beginPasskeySignIn`. */
    get: (options: Record<string, unknown>, told: Told = {}) => {
      const data = authenticatorData(told)
      const client = clientData('webauthn.get', options.challenge, told)
      const response = {
        clientDataJSON: url(client),
        authenticatorData: url(data),
        signature: url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        ...(told.userHandle || handle ? { userHandle: told.userHandle ?? handle } : {}),
      }
      return { credential: { id: url(id), rawId: url(id), type: 'public-key' as const, response } }
    },
  }
}
