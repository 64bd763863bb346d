import { z } from 'zod'

/** Connection to a NATS server, and the stream that the product keeps there. */
export interface NatsSettings {
  host: string
  port: number
  isEncrypted: boolean
  user: string
  /** Password, or the token where there is no user. */
  secret: string
  /** File of credentials as `nsc` writes it. */
  credentials: string | undefined
  stream: string
  storage: 'file' | 'memory'
  /** Minutes for which news are kept for a process that is away, and their bytes at most. */
  minutes: number
  megabytes: number
  replicas: number
}

const DEFAULT_PORT = 4222

const Options = z.strictObject({
  storage: z.enum(['file', 'memory']).default('file'),
  minutes: z.coerce.number().int().min(1).max(1440).default(10),
  megabytes: z.coerce.number().int().min(1).max(100_000).default(64),
  replicas: z.coerce.number().int().min(1).max(5).default(1),
  credentials: z.string().min(1).optional(),
})
const StreamName = z.string().regex(/^[\w-]{1,60}$/, 'The name of the stream is of letters, digits, _ and -')

/**
 * Address such as `nats://user:password@host:4222/stream?minutes=10&megabytes=64&storage=file`: `tls://` encrypts, a name
 * without a password is a token. Throws what is wrong with it.
 */
export const natsSettingsOf = (text: string): NatsSettings => {
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(text)
  if (!['nats:', 'tls:'].includes(protocol) || hostname === '') throw new Error('Must be nats://… or tls://…')
  const stream = StreamName.safeParse(decodeURIComponent(pathname.slice(1)) || 'barnometer')
  const options = Options.safeParse(Object.fromEntries(searchParams))
  if (!stream.success || !options.success) throw new Error(wordsOf(stream.error ?? options.error))
  const [name, secret] = [decodeURIComponent(username), decodeURIComponent(password)]
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || DEFAULT_PORT),
    isEncrypted: protocol === 'tls:',
    ...(secret === '' ? { user: '', secret: name } : { user: name, secret }),
    stream: stream.data,
    ...options.data,
    credentials: options.data.credentials,
  }
}

const wordsOf = (error: z.ZodError | undefined): string =>
  (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
