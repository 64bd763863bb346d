import type { FastifyRequest } from 'fastify'
import { requireQuota } from '../limits/quotas.ts'
import type { Services } from '../services.ts'
import type { SignedIn } from './serve.ts'

/** Counts the live pages of each account, which are connections of this process; each ends with its connection. */
export const createStreamCount = ({ environment }: Pick<Services, 'environment'>) => {
  const open = new Map<number, number>()
  return (user: SignedIn, request: FastifyRequest): void => {
    const now = open.get(user.id) ?? 0
    requireQuota({ environment, user }, 'streams', now)
    open.set(user.id, now + 1)
    request.raw.once('close', () => {
      const left = (open.get(user.id) ?? 1) - 1
      if (left > 0) open.set(user.id, left)
      else open.delete(user.id)
    })
  }
}
