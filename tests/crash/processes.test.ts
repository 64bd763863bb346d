import { createClient } from '@clickhouse/client'
import { expect, onTestFinished, test } from 'vitest'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { addDevices, callerAt, signIn, signUp } from './farm.ts'
import { aSetUp } from './set-up.ts'

/** Longest time until another process goes on with what a killed one was doing. */
const TAKEN_OVER_MS = 30_000
/** Readings of the export: so many that it is under way for some seconds. */
const READINGS = 2_000_000

/** Resolves with the first event of a live page that holds `text`. */
const heard = async (answer: Response, text: string): Promise<string> => {
  let said = ''
  for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    said += part
    if (said.includes(text)) return said
  }
  return said
}

test('processes of one set-up see what each other does, and go on with what a killed one was doing', async () => {
  const { clickhouse, start } = await aSetUp(onTestFinished)
  // Both migrate the empty stores at once.
  const [one, two, first] = await Promise.all([start('one', 'api'), start('two', 'api'), start('first', 'jobs')])
  await signUp(one.origin)
  // A session of one process holds at the other.
  const token = await signIn(one.origin)
  const [device] = await addDevices(one.origin, token, 1)
  if (!device) throw new Error('no device')
  expect(await call(api.readSensor, { params: { id: device.id } }, callerAt(two.origin, token))).toMatchObject({
    id: device.id,
  })

  // A live page of one shows what the other takes.
  const live = await fetch(`${two.origin}/api/measurements/live?device_ids=${device.id}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  await call(api.sendMeasurements, { body: { t: 21.75 } }, callerAt(one.origin, device.key))
  expect(await heard(live, '21.75')).toContain('event: measurement')
  await live.body?.cancel().catch(() => {})

  // An export asked for here is made by the process that does the clock's work; killed, another one makes it.
  const series = createClient({ url: clickhouse.url })
  await series.command({
    query: `INSERT INTO measurements (device_id, key, time, value)
      SELECT ${device.id}, 't', fromUnixTimestamp64Milli(${Date.now() - 3_600_000} - toInt64(number) * 50, 'UTC'), number % 30 FROM numbers(${READINGS})`,
  })
  await series.close()
  const body = { device_ids: [device.id], interval: 'week' as const, format: 'csv' as const, raw: true }
  const { id } = await call(api.createExport, { body }, callerAt(one.origin, token))
  const read = () => call(api.readExport, { params: { id } }, callerAt(two.origin, token))
  await expect.poll(async () => (await read()).values_done, { timeout: TAKEN_OVER_MS, interval: 20 }).toBeGreaterThan(0)
  const [, second] = await Promise.all([first.end('SIGKILL'), start('second', 'jobs')])
  expect((await read()).status).toBe('running')
  await expect.poll(async () => (await read()).status, { timeout: TAKEN_OVER_MS, interval: 100 }).toBe('ready')
  const { path } = await call(api.createExportLink, { params: { id } }, callerAt(two.origin, token))
  const file = await (await fetch(`${one.origin}${path}`)).arrayBuffer()
  expect(file.byteLength).toBe((await read()).bytes)

  // Each ends by itself.
  expect(await Promise.all([one, two, second].map(server => server.end('SIGTERM')))).toEqual([0, 0, 0])
})
