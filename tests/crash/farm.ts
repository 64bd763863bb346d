import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { type CallTransport, call } from '#shared/contract/call.ts'
import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { TERMS_VERSION } from '#shared/contract/fixed.ts'

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
