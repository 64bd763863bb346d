import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from './free-port.ts'

/** A real SMTP server on a free loopback port, which reads what it is sent. */
export const startMailServer = async (port?: number) => {
  const received: Email[] = []
  const senders: string[] = []
  let refusals = 0
  const chosen = port ?? (await freePort())
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    // A server that goes down does not wait for who is connected.
    closeTimeout: 50,
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', chunk => void chunks.push(chunk))
      stream.on('end', async () => {
        if (refusals > 0) {
          refusals -= 1
          done(Object.assign(new Error('try again later'), { responseCode: 451 }))
          return
        }
        if (envelope.mailFrom) senders.push(envelope.mailFrom.address)
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      })
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(chosen, '127.0.0.1', resolve)
  })
  return {
    port: chosen,
    url: `smtp://127.0.0.1:${chosen}`,
    /** Mails that arrived for an address, the oldest first. */
    mailsTo: (address: string) => received.filter(({ to }) => to?.some(one => one.address === address)),
    /** Senders of the envelopes of all that arrived. */
    senders,
    /** Refuses the next mails as a busy server does. */
    refuse: (count: number) => {
      refusals = count
    },
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}
export type MailServer = Awaited<ReturnType<typeof startMailServer>>
