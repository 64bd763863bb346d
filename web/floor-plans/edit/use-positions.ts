import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { FloorPlan, FloorPlanDevice, FloorPlanPosition } from '#shared/contract/places/floor-plans.ts'
import { ask } from '../../kit/api/api.ts'
import { failureOf } from '../../kit/forms/form.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useUndoToast } from '../../ui/feedback/use-undo-toast.tsx'
import { floorPlansRead } from '../queries.ts'

/** ms without another arrow key, after which a place is sent. */
const REST_MS = 500

type Plans = readonly FloorPlan[]

const withDevice = (plan: FloorPlan, deviceId: number, device: FloorPlanDevice | null): FloorPlan => ({
  ...plan,
  devices: [...plan.devices.filter(one => one.device_id !== deviceId), ...(device ? [device] : [])],
})

/** Device that is put somewhere. */
export interface Movable {
  device_id: number
  area_id: number
  name: string
}

/** Ways to put a device somewhere. */
interface Put {
  /** More moves may follow at once, as of keys. */
  soon?: boolean
  /** Place it has now, to which a toast offers the way back. */
  from?: FloorPlanPosition
  /** Hears once the server has taken the place, unless the device was moved on meanwhile. */
  onKept?: () => void
}

type Pending = ReadonlyMap<number, FloorPlanDevice | null>

/**
 * Puts devices on a floor plan and takes them off. What is shown (`shown`) changes at once, whatever is read of the server meanwhile.
 * It is sent one after the other, so that the newest place is the last the server hears of; what it refuses is said, and what it
 * knows is shown again.
 */
export const usePositions = (plan: FloorPlan) => {
  const { location_id, id } = plan
  const { t } = useTranslation('floor-plans')
  const client = useQueryClient()
  const tellUndo = useUndoToast([api.listFloorPlans])
  const { queryKey } = floorPlansRead(location_id)
  const [pending, setPending] = useState<Pending>(new Map())
  /** Newest place of each device that the server has not answered yet. */
  const newest = useRef(new Map<number, FloorPlanDevice | null>())
  const sending = useRef<Promise<void>>(Promise.resolve())
  const resting = useRef(new Map<number, { timer: ReturnType<typeof setTimeout>; send: () => void }>())

  const show = (deviceId: number, device: FloorPlanDevice | null): void => {
    newest.current.set(deviceId, device)
    setPending(new Map(newest.current))
  }
  /** Leaves a device to what is read of the server; false where it was moved on meanwhile. */
  const settle = (deviceId: number, device: FloorPlanDevice | null): boolean => {
    if (newest.current.get(deviceId) !== device) return false
    newest.current.delete(deviceId)
    setPending(new Map(newest.current))
    return true
  }
  const send = (
    deviceId: number,
    device: FloorPlanDevice | null,
    call: () => Promise<unknown>,
    onKept?: () => void,
  ): Promise<void> => {
    sending.current = sending.current.then(call).then(
      async () => {
        // An answer on its way may not know it yet.
        await client.cancelQueries({ queryKey })
        client.setQueryData<Plans>(queryKey, plans =>
          plans?.map(one => (one.id === id ? withDevice(one, deviceId, device) : one)),
        )
        // Pages hear of it a moment later: before, they would show for that moment what they knew last.
        notifyManager.schedule(() => settle(deviceId, device) && onKept?.())
      },
      failure => {
        const { message } = failureOf(failure, [])
        showToast({ id: 'not-placed', message: message ?? t('not_saved'), color: 'bad', autoClose: false })
        settle(deviceId, device)
        return client.invalidateQueries({ queryKey })
      },
    )
    return sending.current
  }
  const put = (movable: Movable, { x, y }: FloorPlanPosition, { soon, from, onKept }: Put = {}): void => {
    const { device_id, area_id, name } = movable
    const device = { device_id, area_id, x, y }
    show(device_id, device)
    clearTimeout(resting.current.get(device_id)?.timer)
    const go = (): void => {
      resting.current.delete(device_id)
      const call = () => ask(api.putOnFloorPlan, { params: { id, device_id }, body: { x, y } })
      void send(device_id, device, call, onKept)
    }
    if (soon) resting.current.set(device_id, { timer: setTimeout(go, REST_MS), send: go })
    else go()
    if (from) offerBack('moved', t('moved', { name }), movable, from)
  }
  const offerBack = (toast: string, message: string, device: Movable, from: FloorPlanPosition): void =>
    tellUndo(toast, message, () => {
      put(device, from)
      return sending.current
    })
  const takeOff = (device: Movable, from: FloorPlanPosition): void => {
    const { device_id } = device
    clearTimeout(resting.current.get(device_id)?.timer)
    resting.current.delete(device_id)
    show(device_id, null)
    void send(device_id, null, () => ask(api.takeOffFloorPlan, { params: { id, device_id } }))
    offerBack('taken-off', t('taken_off', { name: device.name }), device, from)
  }
  // A place that rests while somebody leaves is sent all the same.
  useEffect(() => {
    const waiting = resting.current
    return () => {
      for (const { timer, send } of [...waiting.values()]) {
        clearTimeout(timer)
        send()
      }
    }
  }, [])
  const shown = [...pending].reduce((before, [deviceId, device]) => withDevice(before, deviceId, device), plan)
  return { shown, put, takeOff }
}
