import type { Transaction } from 'kysely'
import type { z } from 'zod'
import type { DeviceInput } from '#shared/contract/devices/devices.ts'
import { type Acting, writeAudit } from '../../audit/audit.ts'
import { countOwned } from '../../custody/timeline.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import type { Words } from '../../kit/language.ts'
import { lockUser } from '../../kit/limits/lock-user-store.ts'
import { requireQuota } from '../../kit/limits/quotas.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import type { Tables } from '../../tables.ts'
import { confirmEui } from '../eui-store.ts'
import { createDevice, deviceNameTaken } from '../store.ts'

/** A new device of the caller; its id. Throws conflict when its name or EUI is taken. */
export const addDevice = (
  context: Services & Acting & { t: Words },
  user: Caller,
  input: z.output<typeof DeviceInput>,
): Promise<number> => serializable(context.db, transaction => addDeviceInside(context, transaction, user, input))

/** Adds a device within a serializable transaction of the caller's. */
export const addDeviceInside = async (
  context: Services & Acting & { t: Words },
  transaction: Transaction<Tables>,
  user: Caller,
  input: z.output<typeof DeviceInput>,
): Promise<number> => {
  if (!input.ownerless) {
    await lockUser(transaction, user.id)
    const { environment } = context
    requireQuota({ environment, user }, 'devices', await countOwned(transaction, user.id, isoNow(context)))
  }
  const taken = Object.entries(await deviceNameTaken(transaction, input)).filter(([, is]) => is)
  const fields = Object.fromEntries(taken.map(([field]) => [field, [context.t('fields.taken')]]))
  if (taken.length > 0) throw new Failure('conflict', { fields })
  const at = isoNow(context)
  const created = await createDevice(transaction, input, { id: user.id, email: user.email, at })
  if (user.admin && created.eui !== null) await confirmEui(transaction, created.id, at)
  await writeAudit(context, transaction, { action: 'device_added', device_id: created.id })
  return created.id
}
