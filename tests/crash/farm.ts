import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { type CallTransport, call } from '#shared/contract/call.ts'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'

export const EMAIL = 'anna@farm.example'
export const PASSWORD = 'Stable-Air-42'

export const callerAt = (origin: string, token?: string): CallTransport => ({ fetch, origin, token })

/** Registers the first account. Returns its token. */
export const signUp = async (origin: string): Promise<string> => {
  const body = {
    name: 'Anna Bakker',
    email: EMAIL,
    password: PASSWORD,
    password_confirmation: PASSWORD,
    policy_accepted: TERMS_VERSION,
  } as const
  await call(userEndpoints.register, { body }, callerAt(origin))
  return signIn(origin)
}

export const signIn = async (origin: string): Promise<string> =>
  (await call(userEndpoints.login, { body: { email: EMAIL, password: PASSWORD } }, callerAt(origin))).api_token

export interface Device {
  id: number
  key: string
}

export const addDevices = async (origin: string, token: string, count: number): Promise<Device[]> => {
  const devices: Device[] = []
  for (let index = 0; index < count; index++) {
    const name = `BM-${index}-${Math.random().toString(36).slice(2)}`
    const { id } = await call(
      deviceEndpoints.createSensor,
      { body: { name, device_name: name } },
      callerAt(origin, token),
    )
    const { key } = await call(deviceEndpoints.createKey, { params: { id }, body: {} }, callerAt(origin, token))
    devices.push({ id, key })
  }
  return devices
}

/** Adds a barn with a device that has measured, and a schedule that mails a report about it to these addresses each day. */
export const addReportSchedule = async (origin: string, token: string, recipients: string[]): Promise<void> => {
  const caller = callerAt(origin, token)
  const place = { name: 'De Linde', areas: [{ name: 'Barn 1', area_type_id: 25 }] }
  const location = await call(api.createLocation, { body: place }, caller)
  const [device] = await addDevices(origin, token, 1)
  const placement = {
    location_id: location.id,
    area_id: location.areas[0]?.id ?? 0,
    device_ids: [device?.id ?? 0],
    start: new Date(Date.now() - DAY_MS).toISOString(),
  }
  await call(api.createLocationResearch, { body: placement }, caller)
  await call(api.sendMeasurements, { body: { t: 21 } }, callerAt(origin, device?.key))
  const schedule = {
    name: 'Each day',
    area_ids: [placement.area_id],
    frequency: 'day' as const,
    relative: true,
    language: 'en' as const,
    recipients,
  }
  await call(api.createReportSchedule, { body: schedule }, caller)
}
