import type { Group } from '#shared/contract/accounts/groups.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { HomeData } from '../queries.ts'

export const FIRST_STEPS = ['place', 'area', 'device', 'value', 'alerts', 'people'] as const
type FirstStep = (typeof FIRST_STEPS)[number]

/** The locations of a person: an administrator may do everything with those of others, and the demo farm is nobody's. */
export const ownFarms = (locations: readonly Location[], email: string): Location[] =>
  locations.filter(({ owners, demo }) => owners.includes(email) && !demo)

interface FirstStepsSource extends Pick<HomeData, 'locations' | 'devices' | 'last'> {
  email: string
  /** Number of the own rules that are switched on. */
  rules: number
  groups: readonly Pick<Group, 'people' | 'invited'>[]
}

/** Tells whether somebody else is in a group, or asked to come. Of a group the person is only invited to nothing is known. */
const hasOthers = ({ people, invited }: Pick<Group, 'people' | 'invited'>): boolean =>
  (people ?? 0) > 1 || (invited ?? 0) > 0

/**
 * Steps of a new farm that are done, told by what is there; null for who has no farm of their own.
 */
export const doneSteps = ({
  locations,
  devices,
  last,
  email,
  rules,
  groups,
}: FirstStepsSource): Set<FirstStep> | null => {
  const own = ownFarms(locations, email)
  if (own.length === 0) return null
  const ids = new Set(own.map(({ id }) => id))
  const placed = devices.filter(({ placement }) => placement && ids.has(placement.location_id))
  const done: Record<FirstStep, boolean> = {
    place: true,
    area: own.some(({ areas }) => areas.length > 0),
    device: placed.length > 0,
    value: placed.some(({ id }) => Object.keys(last[id] ?? {}).length > 0),
    alerts: rules > 0,
    people: groups.some(hasOthers) || own.some(({ owners, offers }) => owners.length > 1 || offers.length > 0),
  }
  return new Set(FIRST_STEPS.filter(step => done[step]))
}
