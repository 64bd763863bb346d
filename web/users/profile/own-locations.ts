import { useQuery } from '@tanstack/react-query'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { useUser } from '../../kit/api/session.ts'

/** Locations the signed-in user owns; an administrator sees others too. Undefined until they are read. */
export const useOwnLocations = () => {
  const { email } = useUser()
  const { data } = useQuery(LOCATIONS)
  return data?.filter(({ owners }) => owners.includes(email))
}
