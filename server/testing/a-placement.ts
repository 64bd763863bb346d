import { researchEndpoints } from '#shared/contract/places/research.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

interface Place {
  id: number
  area: { id: number }
}

/** A device placed in the area of a location, from 2020 on unless said. */
export const aPlacement = async (
  test: TestApp,
  owner: TestUser,
  device: { id: number },
  location: Place,
  period: { start?: string; end?: string | null } = {},
) => {
  const body = {
    location_id: location.id,
    area_id: location.area.id,
    device_ids: [device.id],
    start: '2020-01-01T00:00:00Z',
    ...period,
  }
  const [placement] = await test.call(researchEndpoints.createLocationResearch, { body }, owner.token)
  if (!placement) throw new Error('a test placement was not made')
  return placement
}
