import type { Location } from '#shared/contract/places/locations.ts'
import type { User } from '../../kit/api/session.ts'
import type { HomeView } from '../../kit/browser/home-view.ts'

type Owned = Pick<Location, 'id' | 'owners' | 'demo'>

/** Farms of an administrator who sees those of others as well; null where there is nothing to tell apart. */
export const ownFarms = <Farm extends Owned>(
  locations: readonly Farm[],
  { admin, email }: Pick<User, 'admin' | 'email'>,
): Farm[] | null => {
  if (!admin) return null
  // The demo farm is nobody's work.
  const own = locations.filter(({ owners, demo }) => owners.includes(email) && !demo)
  return own.length > 0 && own.length < locations.length ? own : null
}

/** Farms that home shows: the own ones alone, unless somebody wants all. */
export const farmsShown = <Farm extends Owned>(
  locations: readonly Farm[],
  own: readonly Farm[] | null,
  { onlyOwn }: Pick<HomeView, 'onlyOwn'>,
): readonly Farm[] => (own && onlyOwn ? own : locations)
