import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { type DeviceInput, deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { confirmEui } from '../devices/devices.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** A device with a key to send with. */
export const aDevice = async (
  test: TestApp,
  owner: TestUser,
  { confirmed = true, ...changes }: Partial<z.input<typeof DeviceInput>> & { confirmed?: boolean } = {},
) => {
  const body = { name: 'Monitor', device_name: `BM-${randomUUID()}`, ...changes }
  const device = await test.call(deviceEndpoints.createSensor, { body }, owner.token)
  const { id: key_id, key } = await test.call(
    deviceEndpoints.createKey,
    { params: { id: device.id }, body: {} },
    owner.token,
  )
  // An administrator's part; tests of that leave it out.
  if (confirmed && device.eui) await confirmEui(test.services.db, device.id, test.clock.iso())
  return { ...device, key, key_id }
}
export type TestDevice = Awaited<ReturnType<typeof aDevice>>
