import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, type Device } from '../tests/crash/farm.ts'
import { AREAS_EACH, type Pattern } from './fleet-copies.ts'

type NewRule = Parameters<typeof call<typeof api.createAlertRule>>[1]['body']

/** Makes one farm as a person does, for all others to be copies of. */
export const makePattern = async (
  origin: string,
  token: string,
  rules: readonly NewRule[],
): Promise<Omit<Pattern, 'user'> & { probe: Device }> => {
  const caller = callerAt(origin, token)
  const areas = Array.from({ length: AREAS_EACH }, (_, area) => ({ name: `Barn ${area + 1}`, area_type_id: 25 }))
  const location = await call(api.createLocation, { body: { name: 'De Linde', lat: 52, lon: 5, areas } }, caller)
  const [probe] = await addDevices(origin, token, 1)
  if (!probe) throw new Error('no device was made')
  const ids = location.areas.map(({ id }) => id)
  const placement = {
    location_id: location.id,
    area_id: ids[0] ?? 0,
    device_ids: [probe.id],
    start: new Date(Date.now() - DAY_MS).toISOString(),
  }
  await call(api.createLocationResearch, { body: placement }, caller)
  for (const body of rules) await call(api.createAlertRule, { body }, caller)
  return { location: location.id, areas: ids, device: probe.id, probe }
}
