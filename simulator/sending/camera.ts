import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/rules/time/units.ts'
import { scene, thermalScene } from '../climate/scene.ts'
import type { SavedDevice } from '../climate/state.ts'
import { dueTimes } from './devices.ts'

/** Devices of the demo farm that have a camera. */
export const CAMERAS: readonly string[] = ['BM 2041', 'BM 1987']
const INTERVAL = 30 * MINUTE_MS
const HISTORY = 8 * HOUR_MS
const LONGEST_WAIT = MINUTE_MS
/** Interval of pictures in focus mode (ms), and how soon it is seen that it began. */
const FOCUS_INTERVAL = 5000
const LONGEST_ANSWER = 30_000

interface CameraOptions {
  origin: string
  seed: number
  zone: string
  known: SavedDevice
  save: () => Promise<void>
  clock: () => number
  /** Tells whether it is to take pictures as fast as it can. */
  isInFocus?: (time: number) => boolean
  signal?: AbortSignal | undefined
}

/**
 * Takes a normal and a thermal photo each half hour, those of the last eight hours first, until `signal`; in focus mode one
 * after the other. Throws when one is refused for good.
 */
export const runCamera = async (options: CameraOptions): Promise<void> => {
  const { known, clock, signal } = options
  while (!signal?.aborted) {
    const now = clock()
    if (options.isInFocus?.(now)) await takeBoth(options, now)
    const since = Math.max(known.photos_until ?? 0, clock() - HISTORY)
    const [time] = dueTimes(0, INTERVAL, since, clock(), 1)
    if (time !== undefined && (await takeBoth(options, time))) {
      known.photos_until = time
      await options.save()
    } else await delay(options.isInFocus ? FOCUS_INTERVAL : LONGEST_WAIT, undefined, { signal }).catch(() => {})
  }
}

const takeBoth = async (options: CameraOptions, time: number): Promise<boolean> =>
  (await sendOne(options, time, 'normal', scene)) && (await sendOne(options, time, 'infrared', thermalScene))

/** False when it may be tried again later: a photo sent twice is one. */
const sendOne = async (
  { origin, seed, zone, known, signal }: CameraOptions,
  time: number,
  kind: 'normal' | 'infrared',
  draw: typeof scene,
): Promise<boolean> => {
  const picture = await sharp(Buffer.from(draw(seed, time, zone)))
    .jpeg({ quality: 80 })
    .toBuffer()
  const late = AbortSignal.timeout(LONGEST_ANSWER)
  const answer = await fetch(`${origin}${urlOf(api.sendPhoto, { query: { kind, time } })}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${known.key}`, 'content-type': 'image/jpeg' },
    body: new Uint8Array(picture),
    signal: signal ? AbortSignal.any([signal, late]) : late,
  }).catch(() => null)
  await answer?.arrayBuffer().catch(() => undefined)
  if (answer && answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    throw new Error(`A photo was answered ${answer.status}`)
  return answer?.ok ?? false
}
