import { AsyncLocalStorage } from 'node:async_hooks'
import { vi } from 'vitest'
import type { TestApp } from './start-test-app.ts'

type Builder = ReturnType<TestApp['services']['db']['transaction']>

/**
 * Makes a call, and does something else between what it asks beforehand and its transaction, as another person's call may at that moment,
 * in this process or another. Transactions of anything else go on untouched.
 */
export const meanwhile = async <Answer>(
  { services: { db } }: TestApp,
  call: () => Promise<Answer>,
  work: () => Promise<unknown>,
): Promise<Answer> => {
  const inCall = new AsyncLocalStorage<true>()
  const begin = db.transaction.bind(db)
  const after = (builder: Builder): Builder =>
    new Proxy(builder, {
      get: (target, name) => {
        if (name === 'setIsolationLevel')
          return (level: Parameters<Builder['setIsolationLevel']>[0]) => after(target.setIsolationLevel(level))
        if (name === 'execute')
          return async (inside: Parameters<Builder['execute']>[0]) => {
            await inCall.exit(work)
            return target.execute(inside)
          }
        return Reflect.get(target, name)
      },
    })
  const state = { isDone: false }
  const spy = vi.spyOn(db, 'transaction').mockImplementation(() => {
    const isOfCall = inCall.getStore() !== undefined && !state.isDone
    if (isOfCall) state.isDone = true
    return isOfCall ? after(begin()) : begin()
  })
  try {
    return await inCall.run(true, call)
  } finally {
    spy.mockRestore()
  }
}
