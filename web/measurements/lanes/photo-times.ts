import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { queryOf } from '../../kit/api/query.ts'
import { dateTimeIn } from '../../kit/language/format.ts'
import { linkTo, type Target } from '../../kit/routing/address.ts'
import { photosScreen } from '../screens.ts'

/** Number of ticks a lane can hold, at about 8 px each: more could not be told apart. */
const STEPS = { narrow: 38, wide: 140 }

export interface PhotoTick {
  /** Epoch ms, of the first photo. */
  from: number
  photos: number
  /** Percent of the width. */
  left: number
}

type Period = Pick<Frame, 'from' | 'until'>

const spanOf = ({ from, until }: Period) => ({ from: Date.parse(from), length: Date.parse(until) - Date.parse(from) })

/** The photos of a device in a period, those near each other as one tick. */
export const usePhotoTicks = (deviceId: number, { from, until }: Period, isNarrow: boolean) => {
  const steps = isNarrow ? STEPS.narrow : STEPS.wide
  const { data = [] } = useQuery({
    ...queryOf(api.listPhotoTimes, { query: { device_id: deviceId, from, until, steps } }),
    placeholderData: before => before,
  })
  const span = spanOf({ from, until })
  const ticks = data
    .map(({ time, photos }): PhotoTick => {
      const at = Date.parse(time)
      return { from: at, photos, left: ((at - span.from) / span.length) * 100 }
    })
    .filter(({ left }) => left >= 0 && left < 100)
  return { ticks, step: span.length / steps }
}

/** The tick nearest to a place (percent of the width). */
export const tickAt = (ticks: readonly PhotoTick[], place: number): PhotoTick | undefined =>
  ticks.toSorted((a, b) => Math.abs(a.left - place) - Math.abs(b.left - place))[0]

/** The photos of a tick; `step` is its length in ms. */
export const photosOf = (deviceId: number, { from }: PhotoTick, step: number, timeZone: string): Target => {
  const moment = (time: number) => dateTimeIn(time, timeZone)
  // The address knows minutes, and its end is not of the period.
  const search = { interval: 'selection', date_start: moment(from), date_end: moment(from + step + MINUTE_MS) }
  return linkTo(photosScreen, { params: { id: deviceId }, search })
}
