import { deviceEndpoints } from '#shared/contract/devices/devices.ts'
import { custodiesOfUser } from '../custody/timeline.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { requireQuota } from '../kit/limits/quotas.ts'
import { isoNow } from '../kit/services.ts'
import { requireDevice, requireOwner } from './access.ts'
import { addDevice } from './adding/adding.ts'
import { renameDevices, requirePlanChoice, updateDevice } from './adding/changing.ts'
import { deviceKeysOf } from './adding/key-store.ts'
import { createKeyInside, deleteKeyInside, forgetKeys } from './adding/keys.ts'
import { presentDevice, presentDevices, refusalsIn, refusalsSince, storedRejectionSentence } from './present.ts'
import { removeForOwner } from './removal.ts'
import { refusalsOf } from './watching/refusal-store.ts'

export const deviceRoutes = serve(deviceEndpoints, {
  listSensors: async ({ query }, context) => {
    const devices = await presentDevices(context, context.user)
    return query.active === undefined ? devices : devices.filter(device => device.active === query.active)
  },
  listSensorsWithRentals: async (_, context) => presentDevices(context, context.user),
  listRentals: async (_, { db, user }) =>
    (await custodiesOfUser(db, user.id)).map(rental => ({ ...rental, owner: rental.owner === 1 })),
  getSensor: async ({ params }, context) => presentDevice(context, context.user, params.id),
  readSensor: async ({ params }, context) => presentDevice(context, context.user, params.id),

  createSensor: async ({ body }, context) => {
    const { user } = context
    if ((body.demo || body.ownerless) && !user.admin) throw new Failure('not_allowed')
    requirePlanChoice(context, body.plan)
    return presentDevice(context, user, await addDevice(context, user, body))
  },

  updateSensor: async ({ params, body }, context) => {
    await updateDevice(context, params.id, body)
    return presentDevice(context, context.user, params.id)
  },

  renameSensors: async ({ body }, context) => {
    const names = new Map(body.devices.map(({ id, name }) => [id, name]))
    await renameDevices(context, names)
    return undefined
  },

  deleteSensor: async ({ params }, context) => {
    await removeForOwner(context, params.id)
    return undefined
  },

  listKeys: async ({ params }, context) => {
    await requireOwner(context.db, context.user, params.id, isoNow(context))
    return (await deviceKeysOf(context.db, params.id)).map(key => ({ ...key, replaced: key.replaced_by !== null }))
  },

  createKey: async ({ params, body }, context) => {
    const stopOld = body?.stop_old_at_once ?? false
    const made = await serializable(context.db, async db => {
      await requireOwner(db, context.user, params.id, isoNow(context))
      if (!stopOld) requireQuota(context, 'keys', (await deviceKeysOf(db, params.id)).length)
      return createKeyInside(context, db, params.id, stopOld)
    })
    forgetKeys(context)
    return made
  },

  deleteKey: async ({ params }, context) => {
    await serializable(context.db, async db => {
      await requireOwner(db, context.user, params.id, isoNow(context))
      if (!(await deleteKeyInside(context, db, params.id, params.key_id))) throw new Failure('not_found')
    })
    forgetKeys(context)
    return undefined
  },

  listRefusals: async ({ params }, { db, user, t, now }) => {
    const visible = await requireDevice(db, user, params.id)
    const rows = refusalsIn(visible, await refusalsOf(db, [params.id], refusalsSince(now())))
    return rows.map(row => ({ ...row, message: storedRejectionSentence(row, t) }))
  },
})
