import { deviceOwnershipEndpoints } from '../../shared/contract/device-ownership.ts'
import { deviceEndpoints } from '../../shared/contract/devices.ts'
import type { TestDevice } from './a-device.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** A device that changes hands now. Returns it with the key of its new owner. */
export const aSale = async (test: TestApp, device: TestDevice, from: TestUser, to: TestUser): Promise<TestDevice> => {
  const byDevice = { params: { id: device.id } }
  const body = { email: to.email }
  const { id } = await test.call(deviceOwnershipEndpoints.createTransfer, { ...byDevice, body }, from.token)
  await test.call(deviceOwnershipEndpoints.acceptTransfer, { params: { id } }, to.token)
  const { id: key_id, key } = await test.call(deviceEndpoints.createKey, { ...byDevice, body: {} }, to.token)
  return { ...device, key, key_id }
}
