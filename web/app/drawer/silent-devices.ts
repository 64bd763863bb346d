import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { INACTIVE_MIN } from '#shared/rules/devices/device-status.ts'
import { queryOf } from '../../kit/api/query.ts'

/** Devices without a message for so long that they count as gone. */
export const useSilentDevices = (): number => {
  const { data = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  return data.filter(({ last_msg_min }) => last_msg_min !== null && last_msg_min > INACTIVE_MIN).length
}
