import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { presenceOf } from '../../devices/list/device-state.ts'
import { queryOf } from '../../kit/api/query.ts'

/** Number of devices that are silent. */
export const useSilentDevices = (): number => {
  const { data = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  return data.filter(device => presenceOf(device) === 'silent').length
}
