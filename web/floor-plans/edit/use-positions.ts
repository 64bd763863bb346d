import { useQueryClient } from '@tanstack/react-query'
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
  const tellTaken = useUndoToast([api.listFloorPlans])
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
  /** Leaves a device to what is read of the server, unless it was moved on meanwhile. */
  const settle = (deviceId: number, device: FloorPlanDevice | null): void => {
    if (newest.current.get(deviceId) !== device) return
    newest.current.delete(deviceId)
    setPending(new Map(newest.current))
  }
  const send = (deviceId: number, device: FloorPlanDevice | null, call: () => Promise<unknown>): Promise<void> => {
    sending.current = sending.current.then(call).then(
      async () => {
        // An answer on its way may not know it yet.
        await client.cancelQueries({ queryKey })
        client.setQueryData<Plans>(queryKey, plans =>
          plans?.map(one => (one.id === id ? withDevice(one, deviceId, device) : one)),
        )
        settle(deviceId, device)
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
  const put = ({ device_id, area_id }: Movable, { x, y }: FloorPlanPosition, soon = false): void => {
    const device = { device_id, area_id, x, y }
    show(device_id, device)
    clearTimeout(resting.current.get(device_id)?.timer)
    const go = (): void => {
      resting.current.delete(device_id)
      void send(device_id, device, () => ask(api.putOnFloorPlan, { params: { id, device_id }, body: { x, y } }))
    }
    if (soon) resting.current.set(device_id, { timer: setTimeout(go, REST_MS), send: go })
    else go()
  }
  const takeOff = (device: Movable, from: FloorPlanPosition): void => {
    const { device_id } = device
    clearTimeout(resting.current.get(device_id)?.timer)
    resting.current.delete(device_id)
    show(device_id, null)
    void send(device_id, null, () => ask(api.takeOffFloorPlan, { params: { id, device_id } }))
    tellTaken('taken-off', t('taken_off', { name: device.name }), () => {
      put(device, from)
      return sending.current
    })
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
