import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { startJobs } from '../jobs.ts'
import { createRunNotes, lastRuns, problemOf } from './job-runs.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const runOf = async (name: string) => (await lastRuns(app.services.db)).find(run => run.name === name)
const at = (minute: number) => Date.parse('2026-03-01T12:00:00Z') + minute * 60_000

test('a job that is run by the clock leaves how it ended, also where it failed', async () => {
  const jobs = startJobs(app.services, [
    { name: 'goes-well', schedule: '* * * * * *', run: async () => {} },
    { name: 'fails', schedule: '* * * * * *', run: () => Promise.reject(new Error('the well is dry')) },
  ])
  await expect.poll(() => runOf('fails')).toMatchObject({ problem: 'Error: the well is dry' })
  await expect.poll(() => runOf('goes-well')).toMatchObject({ problem: null, failed_at: null, failures: 0 })
  await jobs.stop()
})

test('failures in a row are counted, by whichever process, and end with a run that goes well', async () => {
  const [one, other] = [createRunNotes(app.services), createRunNotes(app.services)]
  await one('counted', at(0), 5, new Error('first'))
  await other('counted', at(1), 5, new Error('second'))
  expect(await runOf('counted')).toMatchObject({
    failures: 2,
    problem: 'Error: second',
    failed_at: '2026-03-01T12:01:00.000Z',
  })
  await one('counted', at(2), 5, null)
  expect(await runOf('counted')).toMatchObject({ failures: 0, problem: null, failed_at: '2026-03-01T12:01:00.000Z' })
})

test('of a job that several processes run at a time one that goes well does not hide another that fails', async () => {
  const [well, failing] = [createRunNotes(app.services), createRunNotes(app.services)]
  for (const minute of [0, 1, 2, 3]) {
    // A failure is often known late: it waited for what does not answer.
    await well('divided', at(minute) + 5, 5, null, 'process-b')
    await failing('divided', at(minute), 5000, new Error('no way there'), 'process-a')
  }
  expect(await runOf('divided')).toMatchObject({ failures: 4, problem: 'Error: no way there' })
  await failing('divided', at(4), 5, null, 'process-a')
  expect(await runOf('divided')).toMatchObject({ failures: 0, problem: null })
  // A process that is gone fails no more.
  await failing('divided', at(5), 5, new Error('no way there'), 'process-a')
  await well('divided', at(8), 5, null, 'process-b')
  expect(await runOf('divided')).toMatchObject({ failures: 1 })
  await well('divided', at(11), 5, null, 'process-b')
  expect(await runOf('divided')).toMatchObject({ failures: 0, problem: null })
})

test('a run that began before the one that is kept changes nothing', async () => {
  const [slow, quick] = [createRunNotes(app.services), createRunNotes(app.services)]
  await quick('overtaken', at(5), 5, null)
  await slow('overtaken', at(3), 2.5 * 60_000, new Error('late'))
  expect(await runOf('overtaken')).toMatchObject({ began_at: '2026-03-01T12:05:00.000Z', problem: null })
})

test('a run is kept although the clock of one before it was ahead, in this process or another', async () => {
  const [one, other] = [createRunNotes(app.services), createRunNotes(app.services)]
  await one('set-back', at(300), 5, null)
  await other('set-back', at(1), 5, new Error('no room'))
  expect(await runOf('set-back')).toMatchObject({ began_at: '2026-03-01T12:01:00.000Z', failures: 1 })
  await other('set-back', at(300), 5, new Error('no room'))
  await one('set-back', at(3), 5, null)
  expect(await runOf('set-back')).toMatchObject({ began_at: '2026-03-01T12:03:00.000Z', failures: 0 })
  await one('set-back', at(4), 5, null)
  expect(await runOf('set-back')).toMatchObject({ began_at: '2026-03-01T12:04:00.000Z' })
})

test('a failure of a process whose clock was ahead does not stand for as long', async () => {
  const [ahead, well] = [createRunNotes(app.services), createRunNotes(app.services)]
  await ahead('divided-ahead', at(300), 5, new Error('no way there'), 'process-a')
  await well('divided-ahead', at(8), 5, null, 'process-b')
  expect(await runOf('divided-ahead')).toMatchObject({ failures: 0, problem: null })
})

test('a job that runs every few seconds is written down once a minute', async () => {
  const note = createRunNotes(app.services)
  for (const minute of [0, 0.1, 0.9]) await note('often', at(minute), 5, null)
  expect(await runOf('often')).toMatchObject({ began_at: '2026-03-01T12:00:00.000Z' })
  await note('often', at(1), 5, null)
  expect(await runOf('often')).toMatchObject({ began_at: '2026-03-01T12:01:00.000Z' })
})

test('the reason of a failure is one short line without the password of a store', () => {
  const problem = problemOf(new Error(`connect to postgres://barn:s3cret@db:5432/x failed\n${'x'.repeat(1000)}`))
  expect(problem).toContain('postgres://db:5432/x')
  expect(problem).not.toMatch(/s3cret|\n/)
  expect(problem.length).toBeLessThanOrEqual(300)
})
