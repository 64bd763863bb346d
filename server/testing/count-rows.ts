import { AsyncLocalStorage } from 'node:async_hooks'
import type { DatabaseConnection } from 'kysely'
import type { TestApp } from './start-test-app.ts'

const asking = new AsyncLocalStorage<{ rows: number }>()

/** Counts the rows that the database answers to the work; what runs beside it, such as mails that go out, is not counted. */
export const countRows = async ({ services }: TestApp, work: () => Promise<unknown>): Promise<number> => {
  const executor = services.db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  const counting = (connection: DatabaseConnection, count: { rows: number }): DatabaseConnection =>
    new Proxy(connection, {
      get: (target, name) => {
        if (name !== 'executeQuery') return Reflect.get(target, name)
        return async (...query: Parameters<DatabaseConnection['executeQuery']>) => {
          const answer = await target.executeQuery(...query)
          count.rows += answer.rows.length
          return answer
        }
      },
    })
  executor.provideConnection = consumer => {
    const count = asking.getStore()
    return provide(connection => consumer(count ? counting(connection, count) : connection))
  }
  const count = { rows: 0 }
  try {
    // A call that is injected begins once it is awaited.
    await asking.run(count, async () => void (await work()))
  } finally {
    executor.provideConnection = provide
  }
  return count.rows
}
