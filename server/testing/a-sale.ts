import { api } from '#shared/contract/index.ts'
import type { TestDevice } from './a-device.ts'
import type { TestUser } from './a-user.ts'
import { accepted } from './accepted.ts'
import type { TestApp } from './start-test-app.ts'

/** A device that changes hands now. Returns it with the key of its new owner. */
export const aSale = async (test: TestApp, device: TestDevice, from: TestUser, to: TestUser): Promise<TestDevice> => {
  const byDevice = { params: { id: device.id } }
  await test.call(api.createTransfer, { ...byDevice, body: { email: to.email } }, from.token)
  await accepted(test, to)
  const { id: key_id, key } = await test.call(api.createKey, { ...byDevice, body: {} }, to.token)
  return { ...device, key, key_id }
}
