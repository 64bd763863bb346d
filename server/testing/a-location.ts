import type { z } from 'zod'
import { locationEndpoints, type NewLocation } from '#shared/contract/places/locations.ts'
import type { TestUser } from './a-user.ts'
import { accepted } from './accepted.ts'
import type { TestApp } from './start-test-app.ts'

/** Area type of the taxonomy that tests place animals of. */
export const BROILER = 25

/** A location with one area; those it is shared `with` have accepted. */
export const aLocation = async (
  test: TestApp,
  owner: TestUser,
  { with: sharers = [], ...changes }: Partial<z.input<typeof NewLocation>> & { with?: TestUser[] } = {},
) => {
  const areas = [{ name: 'Barn 1', area_type_id: BROILER }]
  const owners = [...(changes.owners ?? []), ...sharers.map(({ email }) => email)]
  const made = await test.call(
    locationEndpoints.createLocation,
    { body: { name: 'De Linde', areas, ...changes, owners } },
    owner.token,
  )
  await accepted(test, ...sharers)
  const params = { id: made.id }
  const location = sharers.length ? await test.call(locationEndpoints.getLocation, { params }, owner.token) : made
  const [area] = location.areas
  if (!area) throw new Error('a test location needs an area')
  return { ...location, area }
}
