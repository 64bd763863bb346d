import { AsyncLocalStorage } from 'node:async_hooks'
import type { TestApp } from './start-test-app.ts'

const asking = new AsyncLocalStorage<{ queries: number }>()

/** Counts what the work asks of the database; what runs beside it, such as mails that go out, is not counted. */
export const countQueries = async (test: TestApp, work: () => Promise<unknown>): Promise<number> => {
  const executor = test.services.db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  executor.provideConnection = consumer => {
    const count = asking.getStore()
    if (count) count.queries += 1
    return provide(consumer)
  }
  const count = { queries: 0 }
  try {
    // A call that is injected begins once it is awaited.
    await asking.run(count, async () => void (await work()))
  } finally {
    executor.provideConnection = provide
  }
  return count.queries
}
