import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDevices, type Device, EMAIL, PASSWORD, signUp } from './farm.ts'
import { allMissingAt, createSender, pause, type Sender } from './sender.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { mountSmallDisk, noSmallDisk } from './small-disk.ts'

const skipped = noSmallDisk()
if (skipped) console.info(`Skipped: ${skipped}.`)

describe.skipIf(skipped !== null)('a full disk', () => {
  let disk: ReturnType<typeof mountSmallDisk>
  let server: ServerProcess
  let token: string
  let devices: Device[]
  let senders: Sender[]

  beforeAll(async () => {
    disk = mountSmallDisk(200)
    server = await startServer(disk.folder)
    token = await signUp(server.origin)
    devices = await addDevices(server.origin, token, 4)
    senders = devices.map(device => createSender(device))
    await Promise.all(senders.map(sender => sender.send(server.origin)))
    disk.fill()
  })
  afterAll(async () => {
    await server?.end('SIGKILL')
    disk?.unmount()
  })

  it('[decisions §5] answers 503 with Retry-After to a device', async () => {
    const answers = await untilRefused(() => Promise.all(senders.map(sender => sender.send(server.origin))))
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('[decisions §5] still tells a device what is wrong with a value', async () => {
    const answer = await ask(server.origin, '/api/measurements', { t: 'warm' }, devices[0]!.key)
    expect(answer.status).toBe(422)
  })

  it('[decisions §5] answers 503 with Retry-After to a person whose work needs the catalogue', async () => {
    const sessions = () => ask(server.origin, '/api/login', { email: EMAIL, password: PASSWORD })
    const name = 'x'.repeat(200)
    const add = await untilRefused(async () => [
      await ask(server.origin, '/api/sensors', { name, device_name: name + Math.random() }, token),
    ])
    // Last: devices have used up what room was left, and only a few may try to sign in.
    const [signIn] = await untilRefused(async () => [await sessions()])
    for (const answer of [signIn, ...add]) {
      expect(answer?.status).toBe(503)
      expect(Number(answer?.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  it('[decisions §5] still shows what is stored, and has lost nothing it acknowledged', async () => {
    expect(await allMissingAt(senders, server.origin, token)).toEqual([])
  })

  it('[decisions §5] goes on by itself when there is room again', async () => {
    disk.free()
    const [sender] = senders as [Sender]
    await untilTaken(() => sender.send(server.origin))
    await untilTaken(() => ask(server.origin, '/api/login', { email: EMAIL, password: PASSWORD }))
    const added = await addDevices(server.origin, token, 1)
    const another = createSender(added[0]!)
    expect((await another.send(server.origin)).status).toBe(201)
    senders.push(another)
    expect(await allMissingAt(senders, server.origin, token)).toEqual([])
  })

  it('[decisions §5] shows on the page of a device what it refused while the disk was full', async () => {
    await pause(1500)
    const answer = await fetch(`${server.origin}/api/sensors/${devices[0]!.id}/refusals`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await answer.json()).toMatchObject([{ field: 't', code: 'not_a_number', count: 1, last_value: '"warm"' }])
  })

  it('[decisions §5] has every acknowledged value after a restart too', async () => {
    await server.end('SIGKILL')
    server = await startServer(disk.folder)
    expect(await allMissingAt(senders, server.origin, token)).toEqual([])
  })
})

const ask = (origin: string, path: string, body: object, token?: string): Promise<Response> =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })

/** The stores may have some room left in files they already have; asks until that is used up. */
const untilRefused = async (send: () => Promise<Response[]>): Promise<Response[]> => {
  for (let tries = 0; tries < 500; tries++) {
    const answers = await send()
    if (answers.every(answer => answer.status >= 400)) return answers
  }
  throw new Error('nothing was refused although the disk is full')
}

const untilTaken = async (send: () => Promise<Response>): Promise<void> => {
  for (let tries = 0; tries < 40; tries++) {
    const answer = await send()
    if (answer.status < 300) return
    expect(answer.status).toBe(503)
    await pause(500)
  }
  throw new Error('the server does not go on although there is room again')
}
