import type { ClickHouseSettings } from '@clickhouse/client'
import type { Series } from './series.ts'

/**
 * The same store for work that nobody waits at: its statements run one after the other, each on one processor, so that those of
 * a page find another one free. Who asks through one of these waits for all that asked it before.
 */
export const yieldingSeries = (series: Series): Series => {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const asked = last.then(run)
    last = asked.catch(() => {})
    return asked
  }
  const onOneProcessor = <Params extends { clickhouse_settings?: ClickHouseSettings }>(params: Params): Params => ({
    ...params,
    clickhouse_settings: { ...params.clickhouse_settings, max_threads: 1 },
  })
  const query: Series['query'] = params => inTurn(() => series.query(onOneProcessor(params)))
  const exec: Series['exec'] = params => inTurn(() => series.exec(onOneProcessor(params)))
  return Object.assign(Object.create(series), { query, exec })
}
