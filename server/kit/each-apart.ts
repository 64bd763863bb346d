import type { Services } from './services.ts'

/**
 * Works on ids one after the other, each for itself: one that fails is logged with `failed` and keeps no other from it. Throws what
 * failed first, once all were tried: whoever runs the server hears of it.
 */
export const eachApart = async (
  { log }: Pick<Services, 'log'>,
  ids: readonly number[],
  work: (id: number) => Promise<void>,
  failed: string,
): Promise<void> => {
  const errors: unknown[] = []
  for (const id of ids)
    await work(id).catch(error => {
      errors.push(error)
      log.error({ err: error, id }, failed)
    })
  if (errors.length > 0) throw errors[0]
}
