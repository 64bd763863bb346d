import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { Photo } from '#shared/contract/measurements/photos.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import type { Subject } from '../page/subject.ts'
import type { QueryPeriod } from '../period/period-choice.ts'

const RELOAD_MS = 60_000
/** Addresses of photos end after an hour or two. */
const ADDRESSES_MS = 20 * 60_000
const AROUND_MS = 5 * 60_000

/** Photos of a device or placement in a period, newest first. */
export const usePhotos = (
  target: Subject['target'],
  { interval, index, calendar, date_start, date_end }: QueryPeriod,
) =>
  useQuery({
    ...queryOf(api.listPhotos, {
      query: { ...target, interval, index, calendar: calendar ? '1' : undefined, date_start, date_end },
    }),
    refetchInterval: index === 0 ? RELOAD_MS : ADDRESSES_MS,
    placeholderData: before => before,
  })

/**
 * Readings of the device within five minutes of a photo, by abbreviation: of each measurement the one closest in time.
 */
export const useClimate = ({ device_id, time }: Photo) => {
  const at = Date.parse(time)
  const iso = (ms: number) => new Date(ms).toISOString()
  const query = {
    device_id,
    interval: 'selection' as const,
    date_start: iso(at - AROUND_MS),
    date_end: iso(at + AROUND_MS),
  }
  return useQuery({
    ...queryOf(api.getSeries, { query }),
    staleTime: RELOAD_MS,
    select: ({ time: steps, series }): Record<string, Pick<LastValues[string], 'value'>> =>
      Object.fromEntries(
        Object.entries(series).flatMap(([key, { mean }]) => {
          const [closest] = steps
            .flatMap((step, index) => {
              const value = mean[index]
              return typeof value === 'number' ? [{ value, far: Math.abs(step - at) }] : []
            })
            .sort((a, b) => a.far - b.far)
          return closest ? [[key, { value: closest.value }]] : []
        }),
      ),
  })
}

const READ_AGAIN = [api.listPhotos, api.listLastPhotos, api.listSensors]

export const useUpdatePhoto = () => useApiMutation(api.updatePhoto, { refresh: READ_AGAIN })
export const useDeletePhotos = () => useApiMutation(api.deletePhotos, { refresh: READ_AGAIN })
