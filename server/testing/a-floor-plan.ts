import { answerOf, urlOf } from '#shared/contract/call.ts'
import type { CallInput, Endpoint, ResponseOf } from '#shared/contract/endpoint.ts'
import { type FloorPlan, floorPlanEndpoints } from '#shared/contract/places/floor-plans.ts'
import { aPicture } from './a-photo.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** Sends a picture as the whole body, as a person. Throws as every call does. */
export const sendPicture = async <E extends Endpoint>(
  test: TestApp,
  user: TestUser,
  endpoint: E,
  input: CallInput<E>,
  { bytes, type = 'image/jpeg' }: { bytes: Buffer; type?: string },
): Promise<ResponseOf<E>> => {
  const { statusCode, body, headers } = await test.inject({
    method: endpoint.method,
    url: urlOf(endpoint, input),
    headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
    payload: bytes,
  })
  const header = (name: string): string | null => headers[name]?.toString() ?? null
  return answerOf(endpoint, { status: statusCode, text: body, header }) as ResponseOf<E>
}

/** A floor plan of a location. */
export const aFloorPlan = async (
  test: TestApp,
  user: TestUser,
  location: { id: number },
  name = 'Barns',
): Promise<FloorPlan> =>
  sendPicture(
    test,
    user,
    floorPlanEndpoints.createFloorPlan,
    { params: { id: location.id }, query: { name } },
    { bytes: await aPicture() },
  )
