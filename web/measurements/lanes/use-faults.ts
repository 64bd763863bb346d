import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { FoundFault } from '#shared/contract/devices/faults.ts'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { queryOf, useApiMutation } from '../../kit/api/query.ts'
import type { LaneEvent } from './lane.ts'

export type MeasurementNames = Pick<TaxonomyLists, 'measurement_types'>

export const nameOf = (measurement: string, lists: MeasurementNames): string =>
  lists.measurement_types.find(({ abbreviation }) => abbreviation === measurement)?.name ?? measurement

/** The doubtful readings of a period. */
export const useFoundFaults = (deviceId: number, { from, until }: Pick<Frame, 'from' | 'until'>): FoundFault[] =>
  useQuery(queryOf(api.listFaults, { query: { device_id: deviceId, from, until } })).data ?? []

/** Doubtful readings as events, with the way to call them right. */
export const useFaults = (deviceId: number, frame: Frame, lists: MeasurementNames): LaneEvent[] => {
  const { t } = useTranslation('measurements')
  const dismiss = useApiMutation(api.dismissFault, { refresh: [api.listFaults, api.getSeries] })
  return useFoundFaults(deviceId, frame).map(
    ({ id, measurement, fault, start, end, dismissed_at, dismissed_by, may }) => ({
      id: `fault ${id}`,
      from: Date.parse(start),
      until: start === end ? null : Date.parse(end),
      title: `${nameOf(measurement, lists)}: ${t(`fault.${fault}`)}`,
      text: [
        t(`fault_why.${fault}`),
        dismissed_at && (dismissed_by ? t('fault_right_by', { name: dismissed_by }) : t('fault_right')),
      ]
        .filter(Boolean)
        .join(' '),
      to: null,
      ...(may.includes('edit') && {
        actions: [
          {
            label: t(dismissed_at ? 'fault_doubt' : 'fault_dismiss'),
            run: () => dismiss.mutateAsync({ params: { id }, body: { dismissed: dismissed_at === null } }),
          },
        ],
      }),
    }),
  )
}
