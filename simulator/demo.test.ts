import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { State } from './climate/state.ts'
import { loadDemo, runLive } from './demo.ts'
import { FARMS } from './farms/farms.ts'
import { NEIGHBOURS } from './farms/neighbours.ts'
import { startTestServer } from './test-server.ts'

let server: Awaited<ReturnType<typeof startTestServer>>
let folder: string
let stateFile: string
beforeEach(async () => {
  server = await startTestServer()
  folder = await mkdtemp(join(tmpdir(), 'simulator-'))
  stateFile = join(folder, 'demo.json')
})
afterEach(async () => {
  await server.stop()
  await rm(folder, { recursive: true })
})

const NOW = Date.UTC(2026, 10, 20, 22)
const load = (days: number, more: { signal?: AbortSignal; onProgress?: (share: number) => void } = {}) =>
  loadDemo({ origin: server.origin, token: 'user', stateFile, days, now: () => NOW, ...more })
const state = async (): Promise<State> => JSON.parse(await readFile(stateFile, 'utf8'))
const timesOf = async (name: string): Promise<number[]> =>
  (server.stored.get((await state()).devices[name]?.key ?? '') ?? []).map(({ time }) => time)
const names = [...FARMS, ...NEIGHBOURS].flatMap(farm =>
  farm.areas.flatMap(area => area.devices.map(device => device.name)),
)
const steps = (times: number[]) => new Set(times.slice(1).map((time, index) => time - times[index]!))
const bodies = (path: string) => server.calls.filter(call => call.path === path).map(call => call.body)

describe('loading the demo farm', () => {
  it("makes farms, devices, keys and placements with the user's token, all marked as demo", async () => {
    await load(1)
    expect(bodies('/api/locations').map(body => body.demo)).toEqual([true, true, true, true])
    expect(bodies('/api/sensors')).toHaveLength(10)
    expect(bodies('/api/sensors').every(body => body.demo === true)).toBe(true)
    expect(bodies('/api/location_research')).toHaveLength(10)
    expect(bodies('/api/location_research').every(body => body.start === new Date(NOW - DAY_MS).toISOString())).toBe(
      true,
    )
    expect(bodies('/api/research')).toMatchObject([
      { name: 'Winterluft', target_measurements: ['t', 'h', 'co2', 'nh3'] },
    ])
    const consents = server.calls.filter(({ path }) => path.endsWith('/consents'))
    expect(consents).toMatchObject([{ body: { answer: 'yes', from: new Date(NOW - DAY_MS).toISOString() } }])
    const notes = server.calls.filter(({ path }) => path.startsWith('/api/research/') && path.endsWith('/notes'))
    expect(notes.map(({ body }) => body)).toMatchObject([{ kind: 'protocol' }, { kind: 'feed' }])
    const frozen = server.calls.findIndex(({ method, path }) => method === 'POST' && path.endsWith('/snapshots'))
    expect(server.calls[frozen]).toMatchObject({ body: { title: 'Winterluft', authors: ['Anna'] } })
    // Values that have come in can be frozen, no others, and a version has a page once it is made.
    const after = server.calls.slice(frozen + 1)
    expect(after.map(({ path }) => path.replace(/\d+/, ''))).toEqual([
      '/api/research//snapshots',
      '/api/research//snapshots',
      '/api/snapshots//publication',
    ])
    expect(after.at(-1)).toMatchObject({ method: 'PUT', body: { published: true, download: true } })
    expect(await state()).not.toHaveProperty('research')
    expect(server.calls.every(call => call.token === 'user')).toBe(true)
  })

  it('writes a round a week into the diary of each area, in the language of who loads it', async () => {
    await load(15)
    const rounds = bodies('/api/inspections')
    expect(rounds).toHaveLength(7 * 2)
    expect(new Set(rounds.map(body => body.client_id)).size).toBe(7 * 2)
    expect(rounds.every(body => Date.parse(String(body.date)) < NOW)).toBe(true)
    expect(rounds.map(body => body.notes)).toContain('Alles ruhig, sie fressen gut.')
  })

  it('writes two notes of the first area, one of them with an end', async () => {
    await load(15)
    const notes = server.calls.filter(({ path }) => /^\/api\/areas\/\d*\/notes$/.test(path))
    expect(notes.map(({ body }) => [typeof body.text, 'end' in body])).toEqual([
      ['string', false],
      ['string', true],
    ])
  })

  it('gives each own farm a floor plan with all its devices on it', async () => {
    await load(1)
    expect(server.plans.map(bytes => bytes.toString('latin1', 1, 4))).toEqual(FARMS.map(() => 'PNG'))
    const placed = server.calls.filter(({ path }) => /^\/api\/floor_plans\/\d+\/devices\/\d+$/.test(path))
    expect(placed).toHaveLength(FARMS.flatMap(farm => farm.areas.flatMap(area => area.devices)).length)
    expect(placed.every(({ body: { x, y } }) => Number(x) > 0 && Number(x) < 1 && Number(y) > 0 && Number(y) < 1)).toBe(
      true,
    )
  })

  it('sends every message of the days once, in order, five minutes apart, and says how far it is', async () => {
    const shares: number[] = []
    await load(5, { onProgress: share => shares.push(share) })
    const times = await timesOf('BM 2063')
    expect(times).toHaveLength(5 * 288)
    expect(steps(times)).toEqual(new Set([5 * MINUTE_MS]))
    expect(times[0]).toBeGreaterThanOrEqual(NOW - 5 * DAY_MS)
    expect(times[0]).toBeLessThan(NOW - 5 * DAY_MS + 5 * MINUTE_MS)
    expect(shares).toEqual(shares.toSorted((a, b) => a - b))
    expect(shares.at(-1)).toBe(1)
    expect(Math.max(...server.sizes)).toBeLessThanOrEqual(1000)
  })

  it('keeps device keys in a file that only its owner reads', async () => {
    await load(1)
    expect((await stat(stateFile)).mode & 0o777).toBe(0o600)
    const devices = (await state()).devices
    expect(Object.keys(devices).toSorted()).toEqual(names.toSorted())
    expect(Object.values(devices).every(device => device.key.startsWith('key-'))).toBe(true)
    expect(await readFile(stateFile, 'utf8')).not.toContain('"user"')
  })

  it('leaves no state behind when it could not make the farms', async () => {
    const stop = new AbortController()
    const stopped = load(1, { signal: stop.signal })
    while (bodies('/api/sensors').length < 3) await new Promise(resolve => setTimeout(resolve, 1))
    stop.abort()
    await expect(stopped).rejects.toThrow()
    await expect(stat(stateFile)).rejects.toThrow('ENOENT')
  })

  it('goes on where it was stopped: nothing is made twice, nothing is missing, nothing is sent twice', async () => {
    const stop = new AbortController()
    const stopped = load(9, { signal: stop.signal, onProgress: share => share > 0.4 && stop.abort() })
    await stopped.catch(() => {})
    const before = (await timesOf('BM 2063')).length + (await timesOf('BM 2039')).length
    expect(before).toBeLessThan(2 * 9 * 288)
    await load(9)
    expect(bodies('/api/locations')).toHaveLength(4)
    expect(bodies('/api/sensors')).toHaveLength(10)
    const times = [...new Set(await timesOf('BM 2063'))]
    expect(times).toHaveLength(9 * 288)
    expect(steps(times)).toEqual(new Set([5 * MINUTE_MS]))
  })

  it('does not let one refused device hold up the others', async () => {
    server.mishaps.push('401')
    await expect(load(1)).rejects.toMatchObject({ status: 401 })
    const complete = await Promise.all(names.map(async name => (await timesOf(name)).length))
    expect(complete.filter(count => count === 0)).toHaveLength(1)
  })
})

describe('running live', () => {
  /** Runs from `now` on, with a clock that goes on from there, until `enough`. */
  const run = async (now: number, enough: () => Promise<boolean> = async () => true, interval = 5 * MINUTE_MS) => {
    const stop = new AbortController()
    const begun = Date.now()
    const signs = { on: false, failures: [] as unknown[] }
    const running = runLive({
      origin: server.origin,
      stateFile,
      interval,
      signal: stop.signal,
      now: () => now + Date.now() - begun,
      onLive: () => {
        signs.on = true
      },
      onError: failure => signs.failures.push(failure),
    })
    while (!(signs.on && (await enough())) && Date.now() < begun + 50_000)
      await new Promise(resolve => setTimeout(resolve, 30))
    stop.abort()
    await running.catch(() => {})
    return signs
  }

  it('fills what was missed since the last run, without gap and without overlap', async () => {
    await load(1)
    expect((await run(NOW + 9 * HOUR_MS)).on).toBe(true)
    expect((await run(NOW + 30 * HOUR_MS)).on).toBe(true)
    for (const name of ['BM 2063', 'LoRa 5A-18']) {
      const times = await timesOf(name)
      expect(steps(times)).toEqual(new Set([5 * MINUTE_MS]))
      expect(times.at(-1)).toBeGreaterThan(NOW + 30 * HOUR_MS - 5 * MINUTE_MS)
      expect(times).toHaveLength(54 * 12)
    }
  })

  it('sends each message when it is due, one by one', async () => {
    await load(1)
    server.sizes.length = 0
    await run(NOW, async () => (await timesOf('BM 2063')).length >= 288 + 4, 250)
    const times = (await timesOf('BM 2063')).slice(288)
    expect(times.length).toBeGreaterThanOrEqual(4)
    expect(steps(times)).toEqual(new Set([250]))
    expect(times[0]! - NOW).toBeGreaterThan(0)
    expect(server.sizes[0]).toBe(1)
  })

  it('loses no message while the server is away, and keeps their order', async () => {
    await load(1)
    const sending = names.filter(name => name !== 'BM 2044')
    const live = (name: string) => timesOf(name).then(times => times.filter(time => time > NOW))
    server.mishaps.push('reset', 'reset', 'reset', 'reset', 'reset')
    await run(NOW, async () => (await Promise.all(sending.map(live))).every(times => times.length >= 8), 250)
    expect(server.mishaps).toEqual([])
    for (const name of sending) {
      const times = await live(name)
      expect(times.length).toBeGreaterThanOrEqual(8)
      // Its first steps are those of the start, however long a busy machine took for it.
      expect(times[0]).toBeLessThan(NOW + 20_000)
      expect(steps(times)).toEqual(new Set([250]))
    }
  })

  it('goes back 90 days at most', async () => {
    await load(1)
    await run(NOW + 200 * DAY_MS)
    const times = (await timesOf('BM 2063')).filter(time => time > NOW)
    expect(times).toHaveLength(90 * 288)
    expect(times[0]).toBeGreaterThanOrEqual(NOW + 110 * DAY_MS)
  })

  it('goes on with the others when a device is refused', async () => {
    await load(1)
    server.mishaps.push('401')
    const signs = await run(NOW + 40 * HOUR_MS)
    expect(signs.on).toBe(true)
    expect(signs.failures).toMatchObject([{ status: 401 }])
  })

  it('ends with an error when every device is refused', async () => {
    await load(1)
    server.mishaps.push(...names.map(() => '401' as const))
    const running = runLive({ origin: server.origin, stateFile, now: () => NOW + 40 * HOUR_MS })
    await expect(running).rejects.toThrow('Every device')
  })

  it('says so when no demo farm was loaded', async () => {
    await expect(runLive({ origin: server.origin, stateFile })).rejects.toThrow(stateFile)
  })
})
