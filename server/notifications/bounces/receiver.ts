import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { SECOND_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../../kit/services.ts'
import { createBounceAddresses } from './address.ts'
import { readDeliveryStatus } from './delivery-status.ts'
import { takeBounce } from './take-bounce.ts'

/** Bytes of a bounce: it quotes a mail of ours at most. */
const MAX_BYTES = 1_500_000
const MAX_CONNECTIONS = 20
/** Addresses without a signature of ours after which a connection is ended. */
const MAX_STRANGE = 5
/** ms a connection may last, however it trickles. */
const MAX_MS = 120 * SECOND_MS

const refusal = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode })

/**
 * Receives what comes back of mails by SMTP, where the installation has a domain and a port for it. It takes mail for its own
 * signed addresses alone, from nobody (as bounces are sent) and one recipient at a time, so it passes nothing on and fills no
 * mailbox.
 */
export const startBounceReceiver = async (services: Services) => {
  const { BOUNCE_DOMAIN: domain, BOUNCE_LISTEN: listen } = services.environment
  if (domain === undefined || listen === undefined) return null
  const { hostname, port: chosen } = new URL(`smtp://${listen}`)
  const addresses = createBounceAddresses(services)
  const strange = new WeakMap<object, number>()
  const server = new SMTPServer({
    banner: 'bounces',
    name: domain,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideSMTPUTF8: true,
    size: MAX_BYTES,
    maxClients: MAX_CONNECTIONS,
    socketTimeout: 30 * SECOND_MS,
    closeTimeout: SECOND_MS,
    onMailFrom: ({ address }, _, done) => done(address ? refusal(550, '5.7.1 Takes bounces alone') : null),
    onRcptTo: ({ address }, session, done) => {
      if (session.envelope.rcptTo.length > 0) return done(refusal(452, '4.5.3 One recipient at a time'))
      addresses.messageOf(address, domain).then(
        id => {
          if (id !== null) return done()
          const count = (strange.get(session) ?? 0) + 1
          strange.set(session, count)
          done(count > MAX_STRANGE ? refusal(421, '4.7.0 Too many') : refusal(550, '5.1.1 No such mailbox'))
        },
        error => {
          services.log.error({ err: error }, 'a bounce could not be looked at')
          done(refusal(451, '4.3.0 Try again later'))
        },
      )
    },
    onData: (stream, { envelope }, done) => {
      const [recipient] = envelope.rcptTo
      contentOf(stream)
        .then(async content => {
          if (content === null) return refusal(552, '5.3.4 Too large')
          const id = recipient ? await addresses.messageOf(recipient.address, domain) : null
          // A mail that cannot be read, or is no bounce, is taken and forgotten: nobody would read an answer to it.
          const status = await readDeliveryStatus(content).catch(() => null)
          if (id !== null && status !== null) await takeBounce(services, id, status)
          return null
        })
        .then(done, error => {
          services.log.error({ err: error }, 'a bounce could not be kept')
          done(refusal(451, '4.3.0 Try again later'))
        })
    },
  })
  server.on('error', error => services.log.warn({ err: error }, 'a connection that brings bounces failed'))
  server.server.on('connection', socket => {
    const timer = setTimeout(() => socket.destroy(), MAX_MS)
    socket.once('close', () => clearTimeout(timer))
  })
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject)
    server.listen(Number(chosen), hostname.replaceAll(/[[\]]/g, ''), () => {
      server.server.off('error', reject)
      resolve()
    })
  })
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

/** Bytes of a mail; null where they are too many, which are not kept. */
const contentOf = async (stream: SMTPServerDataStream): Promise<Buffer | null> => {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes <= MAX_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  return bytes > MAX_BYTES ? null : Buffer.concat(chunks)
}
