import { expect, test, vi } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { createDesiredSettings } from '../../devices/settings/desired-settings.ts'
import { aDevice } from '../../testing/a-device.ts'
import { aFirstUser } from '../../testing/a-user.ts'
import { startTestApp } from '../../testing/start-test-app.ts'
import { createTeller } from './desired-settings.ts'

test('a connection that is back tells all devices with three queries, however many they are', async () => {
  const app = await startTestApp()
  const admin = await aFirstUser(app)
  const ids: number[] = []
  for (let nr = 0; nr < 12; nr++) {
    const { id } = await aDevice(app, admin)
    ids.push(id)
    const body = { version: 0, settings: { upload_interval: 60 + nr } }
    await app.call(api.changeDeviceSettings, { params: { id }, body }, admin.token)
  }
  const told = new Map<number, string>()
  const teller = createTeller(app.services, createDesiredSettings(app.services), ({ id }, body) => told.set(id, body))
  const asked = vi.spyOn(app.services.db, 'selectFrom')
  await teller.tellAll()
  expect(asked).toHaveBeenCalledTimes(3)
  asked.mockRestore()
  expect([...told.keys()].sort((a, b) => a - b)).toEqual(ids)
  expect(JSON.parse(told.get(ids[7] as number) ?? '')).toMatchObject({ settings: { upload_interval: 67 } })
  teller.stop()
  await app.close()
})
