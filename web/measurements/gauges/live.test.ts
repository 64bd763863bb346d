import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LastValues, SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { createLiveUpdates } from './live.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const [LAST, SERIES] = [['last'], ['series']]

const answer = (count: number, mean: number): SeriesAnswer => ({
  device_id: 1,
  from: new Date(START - 3_600_000).toISOString(),
  until: new Date(START + 3_600_000).toISOString(),
  step_seconds: 300,
  time_zone: 'UTC',
  coverage: 1,
  time: [START - 300_000, START],
  series: {
    t: {
      unit: '°C',
      min: [20, mean],
      mean: [20, mean],
      max: [20, mean],
      count: [1, count],
      interval_seconds: 60,
      coverage: 1,
    },
  },
  compare: null,
})

/** A page that shows a chart; `read` is what the server answers. */
const aPage = async (read: () => Promise<SeriesAnswer>) => {
  const client = new QueryClient()
  client.setQueryData<Record<string, LastValues>>(LAST, {
    1: { t: { value: 20, unit: '°C', time: new Date(START).toISOString(), grade: null } },
  })
  // An observer stands for an open page: series are read anew for it alone.
  const stop = new QueryObserver(client, { queryKey: SERIES, queryFn: read, staleTime: 10_000 }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(10)
  const updates = createLiveUpdates({ client, lastKey: LAST, seriesKey: SERIES, movesOn: true })
  const series = () => client.getQueryData<SeriesAnswer>(SERIES)?.series.t
  const end = () => {
    updates.stop()
    stop()
    client.clear()
  }
  return { updates, series, end }
}
const message = (seconds: number, t: number) => ({ device_id: 1, time: START + seconds * 1000, values: { t } })

test('a reading that is sent six times, and one that the chart was read with, count once', async () => {
  const page = await aPage(async () => answer(1, 20))
  page.updates.take(message(0, 20))
  for (let again = 0; again < 6; again++) page.updates.take(message(30, 40))
  expect(page.series()?.count).toEqual([1, 2])
  expect(page.series()?.mean[1]).toBe(30)
  page.end()
})

test('what live messages were added to is read anew each minute, also while they keep coming', async () => {
  const read = vi.fn(async () => answer(1, 20))
  const page = await aPage(read)
  for (let second = 1; second < 130; second++) {
    page.updates.take(message(second, 21))
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(read.mock.calls.length).toBeGreaterThanOrEqual(3)
  expect(read.mock.calls.length).toBeLessThan(6)
  page.end()
})

test('a message that comes while an answer is on its way is asked for once more', async () => {
  let answers = 0
  const page = await aPage(async () => {
    answers++
    if (answers > 1) await new Promise(done => setTimeout(done, 500))
    return answer(answers, 20)
  })
  page.updates.catchUp()
  await vi.advanceTimersByTimeAsync(100)
  page.updates.take(message(30, 40))
  await vi.advanceTimersByTimeAsync(8000)
  expect(answers).toBe(3)
  page.end()
})
