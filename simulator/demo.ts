import { setTimeout as delay } from 'node:timers/promises'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import type { Room } from './climate/climate.ts'
import { demoWeather, type WeatherLine } from './climate/demo-weather.ts'
import { readState, type SavedDevice, type State, stateWriter } from './climate/state.ts'
import type { DemoArea, DemoDevice, DemoFarm } from './farms/farm.ts'
import { FARMS, WEATHER_SEED } from './farms/farms.ts'
import { NEIGHBOURS } from './farms/neighbours.ts'
import { freezeResearch } from './research.ts'
import { CAMERAS, runCamera } from './sending/camera.ts'
import { dueTimes, type SendingDevice, type SensorMessage, virtualDevice } from './sending/devices.ts'
import { createReporter, factorySettings, type Reporter } from './sending/reports.ts'
import { callerOf, type Sendable, send } from './sending/send.ts'
import { attemptOf, type Transport } from './sending/transports.ts'
import { setUp } from './set-up.ts'

const HISTORY_INTERVAL = 5 * MINUTE_MS
const LIVE_INTERVAL = MINUTE_MS
const BATCH = 1000
const CONCURRENCY = 3
/** A camera must hear of its focus mode within a minute. */
const CAMERA_CALLS = 15_000
/** Never older than this is back-filled. */
const LONGEST_DAYS = 90

interface DemoOptions {
  origin: string
  stateFile: string
  /** The transport the devices send through; JSON unless said. */
  transport?: Transport
  mqttUrl?: string
  webhookSecret?: string
  signal?: AbortSignal | undefined
  /** Share of the messages that are in, 0 to 1. */
  onProgress?: (share: number) => void
  /**
   * Called for a failure that does not stop the others: a device that is refused, a message of which nothing was taken.
   */
  onError?: (failure: unknown) => void
  now?: () => number
}

/** A device of the demo farm with what is known of it on the server. */
interface Sender {
  demo: DemoDevice
  zone: string
  device: SendingDevice
  known: SavedDevice
  reporter: Reporter
  post: (messages: readonly SensorMessage[]) => Promise<unknown>
  /** Calls with its state alone, to hear what is wanted of it. */
  call: () => Promise<unknown>
  save: () => Promise<void>
}

/** Makes the demo farm with the user's token and sends `days` days of history. Interrupted, it goes on where it was. */
export const loadDemo = async (options: DemoOptions & { token: string; days?: number }): Promise<void> => {
  const now = options.now?.() ?? Date.now()
  const days = Math.min(LONGEST_DAYS, options.days ?? LONGEST_DAYS)
  const user = callerOf(options.origin, options.token, options.signal)
  const state = (await readState(options.stateFile)) ?? (await setUp(now, now - days * DAY_MS, user))
  const save = stateWriter(options.stateFile, state)
  // A new start goes on from here on; before, there is no file, and what was made is to be cleared away.
  await save()
  const failures = await catchUp(senders(state, options, save), now, options)
  for (const failure of failures.values()) throw failure
  const { research, ...rest } = state
  if (research === undefined) return
  await freezeResearch(research, rest, user)
  delete state.research
  await save()
}

/** Sends what fell due since the last run, then every device's message when it is due, until `signal`. */
export const runLive = async (
  options: DemoOptions & { interval?: number; onLive?: () => void; onWeather?: (line: WeatherLine) => void },
): Promise<void> => {
  const clock = options.now ?? Date.now
  const state = await readState(options.stateFile)
  if (!state) throw new Error(`No demo farm in ${options.stateFile}`)
  const all = senders(state, options, stateWriter(options.stateFile, state))
  const oldest = clock() - LONGEST_DAYS * DAY_MS
  for (const { known } of all) known.sent_until = Math.max(known.sent_until, oldest)
  tellWeather(state, oldest, clock, options)
  const failures = await catchUp(all, clock(), options)
  options.signal?.throwIfAborted()
  const ready = all.filter(sender => !failures.has(sender))
  if (ready.length > 0) options.onLive?.()
  const live = ready.map(sender =>
    liveOf(sender, options.interval ?? LIVE_INTERVAL, clock, options.signal).catch(failure => {
      failures.set(sender, failure)
      if (!options.signal?.aborted) options.onError?.(failure)
    }),
  )
  for (const failure of failures.values()) options.onError?.(failure)
  for (const { demo, zone, known, reporter, save } of ready.filter(sender => CAMERAS.includes(sender.demo.name)))
    runCamera({
      origin: options.origin,
      seed: demo.sensors.seed,
      zone,
      known,
      save,
      clock,
      isInFocus: reporter.isInFocus,
      signal: options.signal,
    }).catch(failure => options.onError?.(failure))
  await Promise.all(live)
  if (!options.signal?.aborted) throw new Error('Every device was refused')
}

/** Tells all hours of the weather at once, then each when it comes. */
const tellWeather = (
  { locations = {} }: State,
  oldest: number,
  clock: () => number,
  { onWeather, signal }: { onWeather?: (line: WeatherLine) => void; signal?: AbortSignal | undefined },
): void => {
  let told = oldest
  const tell = () => {
    const until = clock()
    for (const line of demoWeather(locations, told, until)) if (line.hours.length > 0) onWeather?.(line)
    told = Math.floor(until / HOUR_MS) * HOUR_MS + 1
  }
  tell()
  const timer = setInterval(tell, MINUTE_MS)
  signal?.addEventListener('abort', () => clearInterval(timer))
  timer.unref()
}

const senders = (state: State, options: DemoOptions, save: () => Promise<void>): Sender[] =>
  [...FARMS, ...NEIGHBOURS].flatMap(farm =>
    farm.areas.flatMap(area =>
      area.devices.flatMap(device => {
        const known = state.devices[device.name]
        // A farm that an earlier version loaded has no neighbour.
        if (!known && NEIGHBOURS.includes(farm)) return []
        if (!known) throw new Error(`No ${device.name} in ${options.stateFile}`)
        const room = roomOf(farm, area, state.anchor)
        return senderOf(device, virtualDevice(room, device.sensors, device.faults), room.zone, known, options, save)
      }),
    ),
  )

const senderOf = (
  demo: DemoDevice,
  device: SendingDevice,
  zone: string,
  known: SavedDevice,
  options: DemoOptions,
  save: () => Promise<void>,
): Sender => {
  const clock = options.now ?? Date.now
  const attempt = attemptOf(
    { transport: 'json', mqttUrl: '', webhookSecret: '', ...options },
    { ...known, eui: demo.eui },
  )
  known.settings ??= factorySettings()
  const reporter = createReporter(demo, known.settings)
  const sendOne = async (messages: readonly Sendable[]): Promise<boolean> => {
    const { accepted, refused, told } = await send(messages, attempt, { signal: options.signal })
    if (accepted === 0 && refused > 0) options.onError?.(new Error(`${demo.name}: ${refused} refused`))
    return reporter.hear(told, clock())
  }
  const call = async () => {
    const time = clock()
    const now = device.messageAt(time)
    // Silent in every way.
    if (now && (await sendOne([{ time, state: reporter.report(now, time) }])))
      await sendOne([{ time: clock(), state: reporter.report(now, clock()) }])
  }
  return {
    demo,
    zone,
    device,
    known,
    reporter,
    call,
    post: async messages => {
      const last = messages.at(-1)
      const present = last && clock() - last.time < HOUR_MS
      const state = present ? { state: reporter.report(last, last.time) } : {}
      const confirms = await sendOne(messages.map(one => (one === last ? { ...one, ...state } : one)))
      if (confirms) await call()
    },
    // A file that cannot be written makes the next run send some messages again, and that is harmless.
    save: () => save().catch(() => {}),
  }
}

export const roomOf = ({ location }: DemoFarm, area: DemoArea, anchor: number): Room => ({
  species: area.species,
  keeping: area.keeping,
  places: area.animal_places,
  floor: area.width * area.depth,
  volume: area.width * area.depth * area.height,
  lat: location.lat,
  lon: location.lon,
  zone: location.time_zone,
  weather: WEATHER_SEED,
  seed: area.seed,
  anchor,
  disturbances: area.disturbances,
})

/** Sends all that fell due until `until`, a few devices at a time. One that is refused does not hold up the others. */
const catchUp = async (all: Sender[], until: number, options: DemoOptions): Promise<Map<Sender, unknown>> => {
  const missing = () => all.reduce((sum, { known }) => sum + Math.max(0, until - known.sent_until), 0)
  const total = missing()
  const failures = new Map<Sender, unknown>()
  const waiting = [...all]
  const work = async () => {
    for (let sender = waiting.shift(); sender; sender = waiting.shift()) {
      try {
        while (await sendDue(sender, HISTORY_INTERVAL, until)) options.onProgress?.(1 - missing() / total)
        sender.known.sent_until = until
        await sender.save()
      } catch (failure) {
        failures.set(sender, failure)
      }
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
  if (failures.size === 0) options.onProgress?.(1)
  return failures
}

/** Sends the next messages due until `until`; false when none are. A silent device has nothing to send and moves on. */
const sendDue = async ({ device, known, post, save }: Sender, interval: number, until: number): Promise<boolean> => {
  const times = dueTimes(device.phase, interval, known.sent_until, until, BATCH)
  const last = times.at(-1)
  if (last === undefined) return false
  const messages = times.map(device.messageAt).filter(message => message !== null)
  if (messages.length > 0) await post(messages)
  known.sent_until = last
  await save()
  return true
}

const liveOf = async (sender: Sender, interval: number, clock: () => number, signal?: AbortSignal): Promise<void> => {
  while (!signal?.aborted) {
    // The density of history is enough after a long absence (a laptop that slept).
    const pace = clock() - sender.known.sent_until > HOUR_MS ? HISTORY_INTERVAL : interval
    if (await sendDue(sender, pace, clock())) continue
    const [next] = dueTimes(sender.device.phase, interval, sender.known.sent_until, Number.POSITIVE_INFINITY, 1)
    const due = (next ?? 0) - clock()
    const listens = sender.reporter.hasCamera && due > CAMERA_CALLS
    await delay(Math.max(20, Math.min(due, listens ? CAMERA_CALLS : MINUTE_MS)), undefined, { signal }).catch(() => {})
    if (listens && !signal?.aborted) await sender.call()
  }
}
