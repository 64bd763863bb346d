import type { z } from 'zod'
import type { DeviceChange, SubscriptionPlan } from '#shared/contract/devices/devices.ts'
import { type Acting, differences, writeAudit } from '../../audit/audit.ts'
import { serializable } from '../../kit/database/store-error.ts'
import { Failure } from '../../kit/failure.ts'
import type { SignedIn } from '../../kit/http/serve.ts'
import type { Words } from '../../kit/language.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { requireOwner, requireOwnerOfEach } from '../access.ts'
import { publishNameFreed } from '../mqtt.ts'
import { publishDesiredSettingsChanged } from '../settings/desired-settings.ts'
import { changeDevice, deviceNameTaken, devicesOf, lockDevices } from '../store.ts'

type Context = Services & Acting & { user: SignedIn; t: Words }

/** Administrators give any plan, others those that the installation lets them choose. Throws not_allowed. */
export const requirePlanChoice = (
  { environment, user, t }: Pick<Context, 'environment' | 'user' | 't'>,
  plan: z.output<typeof SubscriptionPlan>,
): void => {
  const plans = environment.PLANS_TO_CHOOSE
  if (user.admin || plans.includes(plan)) return
  throw new Failure('not_allowed', {
    fields: { plan: [t('fields.plan_not_to_choose', { plans: plans.join(', ') })] },
  })
}

/** Fields whose change the audit log tells. */
const AUDITED = ['name', 'device_name', 'eui', 'plan', 'silent_after_min', 'battery_limit'] as const

/**
 * Changes what a device is called, by what it is known to its network, its plan and its limits. Nothing measured is lost by it. The EUI of a device
 * that has sent is for administrators: whoever changed it could take in what another device says; any other is to be confirmed anew. Throws what `requireOwner` does.
 */
export const updateDevice = async (
  context: Context,
  id: number,
  change: z.output<typeof DeviceChange>,
): Promise<void> => {
  const { db, user, t } = context
  const before = await serializable(db, async trx => {
    await requireOwner(trx, user, id, isoNow(context))
    const [device] = await devicesOf(trx, [id])
    if (!device) throw new Failure('not_found')
    const { plan = device.plan, device_name = device.device_name } = change
    const eui = change.eui === undefined ? device.eui : change.eui
    if (plan !== device.plan) requirePlanChoice(context, plan)
    if (eui !== device.eui && !user.admin && device.last_message_at !== null)
      throw new Failure('not_allowed', { fields: { eui: [t('fields.eui_in_use')] } })
    const taken = await deviceNameTaken(trx, {
      device_name: device_name === device.device_name ? '' : device_name,
      eui: eui === device.eui ? null : eui,
    })
    const fields = Object.entries(taken).filter(([, is]) => is)
    if (fields.length > 0)
      throw new Failure('conflict', {
        fields: Object.fromEntries(fields.map(([field]) => [field, [t('fields.taken')]])),
      })
    const { silent_after_min = device.silent_after_min, battery_limit = device.battery_limit } = change
    const wanted = { name: change.name ?? device.name, device_name, eui, plan, silent_after_min, battery_limit }
    const changes = differences(AUDITED, device, wanted)
    if (changes.length > 0) await writeAudit(context, trx, { action: 'device_changed', device_id: id, changes })
    // An administrator's word holds for this EUI, as where a device is added; nobody else's does.
    const confirmed = { eui_confirmed_at: user.admin && eui !== null ? isoNow(context) : null }
    await changeDevice(trx, id, { ...wanted, ...(eui === device.eui ? {} : confirmed) })
    return device_name === device.device_name ? null : { id, device_name: device.device_name }
  })
  if (!before) return
  publishNameFreed(context, before)
  // Its settings are told under its new name.
  publishDesiredSettingsChanged(context, id)
}

/** Gives devices names, by their ids: all of them or none. Throws what `requireOwnerOfEach` does. */
export const renameDevices = async (context: Context, names: ReadonlyMap<number, string>): Promise<void> => {
  const ids = [...names.keys()]
  await context.db.transaction().execute(async trx => {
    await requireOwnerOfEach(trx, context.user, ids, isoNow(context))
    await lockDevices(trx, ids)
    const devices = await devicesOf(trx, ids)
    if (devices.length < ids.length) throw new Failure('not_found')
    for (const device of devices) {
      const wanted = { ...device, name: names.get(device.id) ?? device.name }
      const changes = differences(['name'], device, wanted)
      if (changes.length === 0) continue
      await writeAudit(context, trx, { action: 'device_changed', device_id: device.id, changes })
      const { name, device_name, eui, plan } = wanted
      await changeDevice(trx, device.id, { name, device_name, eui, plan })
    }
  })
}
