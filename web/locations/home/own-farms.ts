import type { Location } from '#shared/contract/places/locations.ts'
import type { User } from '../../kit/api/session.ts'
import type { HomeView } from '../../kit/browser/home-view.ts'

type Owned = Pick<Location, 'id' | 'owners'>

/** Farms of an administrator who sees those of others as well; null where there is nothing to tell apart. */
export const ownFarms = <Farm extends Owned>(
  locations: readonly Farm[],
  { admin, email }: Pick<User, 'admin' | 'email'>,
): Farm[] | null => {
  if (!admin) return null
  const own = locations.filter(({ owners }) => owners.includes(email))
  return own.length > 0 && own.length < locations.length ? own : null
}

/** Farms that home shows: the own ones alone, unless somebody wants all or looks at one of another. */
export const farmsShown = <Farm extends Owned>(
  locations: readonly Farm[],
  own: readonly Farm[] | null,
  { onlyOwn, farm }: Pick<HomeView, 'onlyOwn' | 'farm'>,
): readonly Farm[] => (own && onlyOwn && (farm === null || own.some(({ id }) => id === farm)) ? own : locations)
