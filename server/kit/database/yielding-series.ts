import type { Series } from './series.ts'

/**
 * The same store for work that nobody waits at: its statements run one after the other, each on one processor, so that those of
 * a page find another one free. Who asks through one of these waits for all that asked it before.
 */
export const yieldingSeries = (series: Series): Series => {
  let last: Promise<unknown> = Promise.resolve()
  const query: Series['query'] = params => {
    const asked = last.then(() =>
      series.query({ ...params, clickhouse_settings: { ...params.clickhouse_settings, max_threads: 1 } }),
    )
    last = asked.catch(() => {})
    return asked
  }
  return Object.assign(Object.create(series), { query })
}
