import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { api } from '../../shared/contract/index.ts'
import type { Manual } from '../../shared/contract/manual.ts'
import { queryOf } from '../kit/query.ts'
import type { PeriodChoice } from './period-choice.ts'

const RELOAD = 60_000

/** Devices, their last values and the lists they are judged by. */
export const useDataLists = () =>
  useQueries({
    queries: [
      { ...queryOf(api.listSensors, {}), refetchInterval: RELOAD },
      { ...queryOf(api.listLast, {}), refetchInterval: RELOAD },
      { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY },
      queryOf(api.getSettings, {}),
    ],
    combine: ([devices, last, lists, settings]) => {
      const all = [devices, last, lists, settings]
      const failure = all.find(({ data, error }) => data === undefined && error)?.error
      const ready = devices.data && last.data && lists.data && settings.data
      return {
        read: ready
          ? { devices: devices.data, last: last.data, lists: lists.data, settings: settings.data }
          : undefined,
        failure,
        retry: () => void Promise.all(all.map(query => query.refetch())),
      }
    },
  })

/** The call behind the charts of a device and period, with the period before. */
export const seriesQuery = (deviceId: number, choice: PeriodChoice) =>
  queryOf(api.getSeries, {
    query: {
      device_id: deviceId,
      interval: choice.interval,
      index: choice.index,
      date_start: choice.date_start,
      date_end: choice.date_end,
      compare: 'previous',
    },
  })

export const useSeries = (deviceId: number, choice: PeriodChoice) =>
  useQuery({
    ...seriesQuery(deviceId, choice),
    refetchInterval: choice.index === 0 ? RELOAD : false,
    // The old period stays, dimmed, until the new one is there; another device's never does.
    placeholderData: (before, query) =>
      (query?.queryKey[3] as { device_id?: number } | undefined)?.device_id === deviceId
        ? keepPreviousData(before)
        : undefined,
  })

const NONE: readonly Manual[] = []

/** What people measured beside a device; nothing until it is known. */
export const useManual = (deviceId: number): readonly Manual[] =>
  useQuery(queryOf(api.listManual, { query: { device_id: deviceId } })).data ?? NONE
