import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Device } from '#shared/contract/devices/devices.ts'
import { api } from '#shared/contract/index.ts'
import { brokerOf, type ExampleValues, PLACEHOLDERS } from '#shared/rules/ingest/examples.ts'
import { forgetKey, useNewKey } from '../../devices/add/new-keys.ts'
import { queryOf } from '../../kit/api/query.ts'
import { useChangeSearch, useScreenSearch } from '../../kit/routing/link.tsx'
import { manualScreen } from '../screens.ts'

export interface FilledIn {
  values: ExampleValues
  /** False where this installation has no MQTT broker; true as long as nobody knows. */
  hasBroker: boolean
  /** Devices that may be chosen. */
  devices: readonly Device[]
  /** Device that was chosen; undefined for none. */
  device: Device | undefined
  chooseDevice: (id: number | null) => void
  /** Text that somebody typed or pasted; it leaves this screen only by being copied. */
  typed: { key: string; secret: string }
  type: (change: Partial<FilledIn['typed']>) => void
  /** Key that was made in this tab and is filled in; undefined for a typed one, or none. */
  newKeyId: number | undefined
}

/** Key of a device that was made in this tab. One that has ended meanwhile, here or elsewhere, is forgotten. */
const useKeyOfTab = (device: Device | undefined) => {
  const newKey = useNewKey(device?.id)
  const { data, dataUpdatedAt, isFetching } = useQuery({
    ...queryOf(api.listKeys, { params: { id: device?.id ?? 0 } }),
    enabled: newKey !== null && device?.may.includes('keys') === true,
  })
  const ended =
    newKey && data && !isFetching && dataUpdatedAt > newKey.since && !data.some(({ id }) => id === newKey.id)
  const endedId = ended ? newKey.id : null
  useEffect(() => {
    if (device && endedId !== null) forgetKey(device.id, endedId)
  }, [device, endedId])
  return ended ? null : newKey
}

/** Values that the examples of a manual are filled in with: this installation's address, and what was chosen or made on this screen. */
export const useFilledIn = (): FilledIn => {
  const { device: deviceId } = useScreenSearch(manualScreen)
  const changeSearch = useChangeSearch(manualScreen)
  const [typed, setTyped] = useState({ key: '', secret: '' })
  const { data: help } = useQuery({ ...queryOf(api.getHelp, {}), staleTime: Number.POSITIVE_INFINITY })
  const { data: devices = [] } = useQuery(queryOf(api.listSensors, {}))
  const device = devices.find(({ id }) => id === deviceId)
  const newKey = useKeyOfTab(device)
  const typedKey = typed.key.trim()
  // An answer that was kept by the release before lacks it.
  const broker = help?.mqtt_url
  return {
    values: {
      origin: location.origin,
      key: typedKey || (newKey?.key ?? PLACEHOLDERS.key),
      device: device ? String(device.id) : PLACEHOLDERS.device,
      secret: typed.secret.trim() || PLACEHOLDERS.secret,
      broker: broker ? brokerOf(broker) : PLACEHOLDERS.broker,
    },
    hasBroker: broker !== null,
    devices,
    device,
    chooseDevice: id => {
      // A key is that of one device.
      if (device) setTyped(before => ({ ...before, key: '' }))
      void changeSearch({ device: id })
    },
    typed,
    type: change => setTyped(before => ({ ...before, ...change })),
    newKeyId: typedKey === '' ? newKey?.id : undefined,
  }
}
