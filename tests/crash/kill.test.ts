import { rmSync } from 'node:fs'
import { afterAll, describe, expect, it } from 'vitest'
import { addDevices, signUp } from './farm.ts'
import { allMissingAt, createSender, pause } from './sender.ts'
import { dataFolder, spawnServer, startServer } from './server-process.ts'

const ROUNDS = 5
const SENDERS = 8

describe('a server that is killed or stopped', () => {
  const folders: string[] = []
  const newFolder = (): string => {
    const folder = dataFolder()
    folders.push(folder)
    return folder
  }
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  })

  it('[decisions §5] has every acknowledged value after five kills in the midst of ingest', async () => {
    const folder = newFolder()
    let server = await startServer(folder)
    const token = await signUp(server.origin)
    const devices = await addDevices(server.origin, token, SENDERS)
    // Half of them send single messages, the other a file's worth at once.
    const senders = devices.map((device, index) => createSender(device, index % 2 ? 50 : 1))
    for (let round = 0; round < ROUNDS; round++) {
      const before = acknowledgedOf(senders)
      const sending = senders.map(sender => sender.sendOn(server.origin, () => false))
      await pause(400 + round * 130)
      await untilAcknowledged(senders, before + 100)
      expect(await server.end('SIGKILL')).toBeNull()
      await Promise.all(sending)
      server = await startServer(folder)
      expect(await allMissingAt(senders, server.origin, token)).toEqual([])
    }
    await server.end('SIGKILL')
  })

  it('[decisions §5] ends within 10 s of SIGTERM during ingest and has every acknowledged value', async () => {
    const folder = newFolder()
    let server = await startServer(folder)
    const token = await signUp(server.origin)
    const devices = await addDevices(server.origin, token, SENDERS)
    const senders = devices.map(device => createSender(device))
    const sending = senders.map(sender => sender.sendOn(server.origin, () => false))
    await pause(700)
    await untilAcknowledged(senders, 100)
    const asked = Date.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(Date.now() - asked).toBeLessThan(10_000)
    await Promise.all(sending)
    server = await startServer(folder)
    expect(await allMissingAt(senders, server.origin, token)).toEqual([])
    await server.end('SIGKILL')
  })

  it('[design engines] refuses a second start on the same data folder with a sentence, and the first goes on', async () => {
    const folder = newFolder()
    const first = await startServer(folder)
    const token = await signUp(first.origin)
    const [device] = await addDevices(first.origin, token, 1)
    const second = spawnServer(folder)
    expect(await second.exit).toBe(1)
    expect(second.said()).toBe(
      `Another Barnometer already runs on the data folder ${folder}. Stop it, or set DATA_DIR to another folder.\n`,
    )
    const sender = createSender(device!)
    expect((await sender.send(first.origin)).status).toBe(201)
    expect(await sender.missingAt(first.origin, token)).toEqual([])
    await first.end('SIGKILL')
  })
})

const acknowledgedOf = (senders: ReturnType<typeof createSender>[]): number =>
  senders.reduce((sum, sender) => sum + sender.acknowledged(), 0)

/** A busy machine takes its time; the kill is to come while values are taken. */
const untilAcknowledged = (senders: ReturnType<typeof createSender>[], more: number): Promise<void> =>
  expect.poll(() => acknowledgedOf(senders), { interval: 20 }).toBeGreaterThan(more)
