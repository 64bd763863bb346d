import type { DatabaseConnection } from 'kysely'
import type { TestApp } from './start-test-app.ts'

/** Counts the rows that the database answers while something is done and nothing else asks. */
export const countRows = async ({ services }: TestApp, work: () => Promise<unknown>): Promise<number> => {
  const executor = services.db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  let rows = 0
  const counting = (connection: DatabaseConnection): DatabaseConnection =>
    new Proxy(connection, {
      get: (target, name) => {
        if (name !== 'executeQuery') return Reflect.get(target, name)
        return async (...query: Parameters<DatabaseConnection['executeQuery']>) => {
          const answer = await target.executeQuery(...query)
          rows += answer.rows.length
          return answer
        }
      },
    })
  executor.provideConnection = consumer => provide(connection => consumer(counting(connection)))
  try {
    await work()
  } finally {
    executor.provideConnection = provide
  }
  return rows
}
