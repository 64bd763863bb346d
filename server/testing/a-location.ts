import type { z } from 'zod'
import { locationEndpoints, type NewLocation } from '../../shared/contract/locations.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** Area type of the taxonomy that tests place animals of. */
export const BROILER = 25

/** A location with one area. */
export const aLocation = async (test: TestApp, owner: TestUser, changes: Partial<z.input<typeof NewLocation>> = {}) => {
  const areas = [{ name: 'Barn 1', area_type_id: BROILER }]
  const location = await test.call(
    locationEndpoints.createLocation,
    { body: { name: 'De Linde', areas, ...changes } },
    owner.token,
  )
  const [area] = location.areas
  if (!area) throw new Error('a test location needs an area')
  return { ...location, area }
}
