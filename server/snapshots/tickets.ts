import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { createSigner } from '../kit/security/signer.ts'
import type { Services } from '../kit/services.ts'

const TICKET_MS = 5 * MINUTE_MS
const TICKET = /^(\d{1,10})-(\d{1,15})-([\w-]{43})$/

const textOf = (id: number, userId: number, until: number): string => `snapshot ${id} ${userId} ${until}`

/** Tickets by which a browser downloads a file without the token of its session. Signed, so nothing secret is kept. */
export const createTickets = (services: Pick<Services, 'db' | 'now'>) => {
  const signer = createSigner(services, 'snapshots')
  return {
    ticketFor: async (id: number, userId: number): Promise<string> => {
      const until = services.now() + TICKET_MS
      return `${userId}-${until}-${await signer.sign(textOf(id, userId, until))}`
    },
    /** Id of the person a ticket for this version was given to; null for any other text, and once it is over. */
    personOf: async (id: number, ticket: string): Promise<number | null> => {
      const [, userId, until, signature] = TICKET.exec(ticket) ?? []
      if (userId === undefined || until === undefined || signature === undefined) return null
      if (Number(until) <= services.now()) return null
      const isOurs = await signer.isSigned(textOf(id, Number(userId), Number(until)), signature)
      return isOurs ? Number(userId) : null
    },
  }
}
