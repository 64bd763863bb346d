import { useQuery } from '@tanstack/react-query'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { LOCATIONS } from './locations.ts'
import { queryOf } from './query.ts'
import { type User, useUser } from './session.ts'

interface Known {
  user: Pick<User, 'admin' | 'email'>
  locations: readonly Pick<Location, 'id' | 'owners' | 'groups' | 'areas'>[]
  rentals: readonly (Span & { device_id: number })[]
}

/** Tells which farms, areas and devices are somebody's to have rules for: the own and shared ones, not all that an administrator sees. */
export interface OwnPlaces {
  location: (id: number) => boolean
  area: (id: number) => boolean
  device: (device: Pick<Device, 'id' | 'rental' | 'placement'>) => boolean
}

/** Places of a person at `now` (ISO 8601), as the server accepts them in rules. */
export const ownPlacesOf = ({ user, locations, rentals }: Known, now: string): OwnPlaces => {
  const own = locations.filter(({ owners, groups }) => !user.admin || owners.includes(user.email) || groups.length > 0)
  const locationIds = new Set(own.map(({ id }) => id))
  const areaIds = new Set(own.flatMap(({ areas }) => areas.map(({ id }) => id)))
  // An administrator reads the rental of whoever has a device.
  const rented = new Set(rentals.filter(rental => contains(rental, now)).map(({ device_id }) => device_id))
  return {
    location: id => locationIds.has(id),
    area: id => areaIds.has(id),
    device: ({ id, rental, placement }) =>
      (user.admin ? rented.has(id) : rental !== null) || (placement !== null && locationIds.has(placement.location_id)),
  }
}

/** Places of who is signed in; until those are read none. Rentals are asked for by administrators alone. */
export const useOwnPlaces = (): OwnPlaces => {
  const user = useUser()
  const { data: locations = [] } = useQuery(LOCATIONS)
  const { data: rentals = [] } = useQuery({ ...queryOf(api.listRentals, {}), enabled: user.admin })
  return ownPlacesOf({ user, locations, rentals }, new Date().toISOString())
}
