import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useUser } from '../../kit/api/session.ts'

/** Locations the signed-in user owns; an administrator sees others too. Undefined until they are read. */
export const useOwnLocations = () => {
  const { email } = useUser()
  const { data } = useQuery(queryOf(api.listLocations, {}))
  return data?.filter(({ owners }) => owners.includes(email))
}
