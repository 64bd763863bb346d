import { useMemo } from 'react'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf, useReads } from '../../kit/api/query.ts'
import { type Place, placesOf } from './places.ts'

const DEVICES = queryOf(api.listSensors, {})
const LAST = queryOf(api.listLast, {})

/** Areas and devices that the lines of a board can show. */
export const usePlaces = (): Place[] => {
  const [locations, devices, last, lists] = useReads([LOCATIONS, DEVICES, LAST, LISTS])
  return useMemo(() => placesOf({ locations, devices, last, lists }), [locations, devices, last, lists])
}
