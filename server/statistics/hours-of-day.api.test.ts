import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { median } from '#shared/rules/science/median.ts'
import { BINS_AN_HOUR } from '#shared/rules/science/statistics.ts'
import { number, readRows } from '../kit/database/read-rows.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'
import { countedHours, hoursWith, usualBins } from './hours-of-day.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the hours of a day are told by their bins, also of one with 25', async () => {
  const { fewer, more } = countedHours('bins')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(fc.integer({ min: 1, max: BINS_AN_HOUR }), { minLength: 1, maxLength: 25 }),
        fc.constantFrom(1, 6, 7, BINS_AN_HOUR).map(bins => Array.from({ length: 25 }, () => bins)),
      ),
      async hours => {
        const [of] = await readRows(
          app.services.series,
          { fewer: number, more: number },
          `SELECT ${fewer} AS fewer, ${more} AS more FROM (SELECT arrayJoin({hours: Array(UInt8)}) AS bins)`,
          { hours },
        )
        if (!of) throw new Error('nothing was counted')
        expect(usualBins(of.fewer, of.more)).toBe(median(hours))
        for (const least of [1, 2, 3, 6, 7, BINS_AN_HOUR])
          expect(hoursWith(of.fewer, of.more, least)).toBe(hours.filter(bins => bins >= least).length)
      },
    ),
    { numRuns: 40 },
  )
})
