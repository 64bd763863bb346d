import type { z } from 'zod'
import type { DeviceInput } from '../../shared/contract/devices.ts'
import { Failure } from '../kit/failure.ts'
import type { ServerTexts } from '../kit/language.ts'
import { decide } from '../kit/store-error.ts'
import { isoNow, type World } from '../kit/world.ts'
import type { Caller } from '../locations/access.ts'
import { createDevice, deviceNameTaken } from './store.ts'

/** A new device of the caller; its id. Throws conflict when its name or EUI is taken. */
export const addDevice = async (
  context: World & { texts: ServerTexts },
  user: Caller,
  input: z.output<typeof DeviceInput>,
): Promise<number> => {
  const row = await decide(context.db, async transaction => {
    const taken = Object.entries(await deviceNameTaken(transaction, input)).filter(([, is]) => is)
    const fields = Object.fromEntries(taken.map(([field]) => [field, [context.texts.fields.taken]]))
    if (taken.length > 0) throw new Failure('conflict', { fields })
    return createDevice(transaction, input, { id: user.id, email: user.email, at: isoNow(context) })
  })
  return row.id
}
