import type { Device } from '#shared/contract/devices/devices.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { FloorPlan } from '#shared/contract/places/floor-plans.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import { statusWordKey } from '#shared/rules/locations/area-state.ts'
import {
  type DefinitionLists,
  definitionOf,
  judgedBy,
  type MeasurementDefinition,
  statusOfLast,
} from '#shared/rules/science/measurement-definition.ts'
import { inOrderOfCharts } from '#shared/rules/science/period-means.ts'
import { freshnessOf } from '#shared/rules/time/freshness.ts'
import type { Status } from '../ui/status/status.ts'

/** Newest value of one measurement of a device, as a floor plan shows it. */
export interface Shown {
  status: Status
  /** Key of the word for the status. */
  word: Status | 'too_dry' | 'too_low' | 'not_measured'
  /** Value with what it is measured in; null where there is none to show. */
  value: { value: number; time: string; definition: MeasurementDefinition } | null
}

/** Device that hangs at the location. */
export interface HangingDevice {
  device: Device
  area: string
  shown: Shown
}

export interface Pin extends HangingDevice {
  x: number
  y: number
}

type PlacedDevice = Device & { placement: NonNullable<Device['placement']> }

interface Read {
  location: Pick<Location, 'id' | 'areas'>
  devices: readonly Device[]
  last: Record<string, LastValues>
  lists: DefinitionLists
}

const NOTHING = { value: null }
const TEMPERATURE = 'temp_deg_c'

/** Value of a measurement at `now` (epoch ms). Where no animals are, there is nothing to judge it by. */
const valueShown = (
  device: PlacedDevice,
  key: string | undefined,
  { location, last, lists }: Read,
  now: number,
): Shown => {
  const values = last[device.id] ?? {}
  const { area_id, area_type_id } = device.placement
  const known = key === undefined ? null : definitionOf(key, area_type_id, lists)
  const read = key === undefined ? undefined : values[key]
  if (!known || !read)
    return Object.keys(values).length === 0
      ? { ...NOTHING, status: 'pending', word: 'pending' }
      : { ...NOTHING, status: 'not_graded', word: 'not_measured' }
  const freshness = freshnessOf(read.time, now)
  if (freshness === 'gone') return { ...NOTHING, status: 'no_data', word: 'no_data' }
  const definition = judgedBy(known, read.by_age)
  const value = { value: read.value, time: read.time, definition }
  if (freshness === 'stale') return { value, status: 'stale', word: 'stale' }
  const isEmpty = location.areas.some(({ id, empty_since }) => id === area_id && empty_since !== undefined)
  const status = isEmpty ? null : statusOfLast(definition, read)
  if (status === null) return { value, status: 'not_graded', word: 'not_graded' }
  return { value, status, word: statusWordKey({ status, quantity: definition.quantity.abbreviation }) }
}

const placedAt = ({ location, devices }: Read): PlacedDevice[] =>
  devices.filter((device): device is PlacedDevice => device.placement?.location_id === location.id)

/** Measurements that the devices of a location send, in the order of charts. */
export const measurementsThere = (read: Read): MeasurementDefinition[] => {
  const keys = new Set(placedAt(read).flatMap(({ id }) => Object.keys(read.last[id] ?? {})))
  return [...keys]
    .flatMap(key => definitionOf(key, undefined, read.lists) ?? [])
    .filter(({ type }) => type.show_in_dials)
    .map(definition => ({ definition }))
    .sort(inOrderOfCharts)
    .map(({ definition }) => definition)
}

/** The measurement that somebody chose; else the temperature, which most devices send, or the first there is. */
export const measurementShown = (
  measurements: readonly MeasurementDefinition[],
  wanted: string | undefined,
): MeasurementDefinition | undefined =>
  measurements.find(({ type }) => type.abbreviation === wanted) ??
  measurements.find(({ quantity }) => quantity.abbreviation === TEMPERATURE) ??
  measurements[0]

/** Devices of a location at `now` (epoch ms): those on a floor plan, and the others that could stand there; each by its name. */
export const devicesOnPlan = (
  plan: Pick<FloorPlan, 'devices'>,
  read: Read,
  key: string | undefined,
  now: number,
): { pins: Pin[]; others: HangingDevice[] } => {
  const positions = new Map(plan.devices.map(one => [one.device_id, one]))
  const names = new Intl.Collator(undefined, { numeric: true })
  const placed = placedAt(read)
    .map(device => ({ device, area: device.placement.area_name, shown: valueShown(device, key, read, now) }))
    .sort((one, other) => names.compare(one.device.name, other.device.name))
  const positionOf = ({ device }: HangingDevice) => {
    const position = positions.get(device.id)
    return position?.area_id === device.placement?.area_id ? position : undefined
  }
  return {
    pins: placed.flatMap(one => {
      const position = positionOf(one)
      return position ? [{ ...one, x: position.x, y: position.y }] : []
    }),
    others: placed.filter(one => !positionOf(one)),
  }
}

const bounded = (share: number): number => Math.min(1, Math.max(0, share))

/** Share of the width and height of a box at which a point of the window lies, to a thousandth; the nearest edge from outside. */
export const shareAt = (
  box: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  point: { x: number; y: number },
): { x: number; y: number } => ({
  x: rounded(bounded((point.x - box.left) / box.width)),
  y: rounded(bounded((point.y - box.top) / box.height)),
})

const rounded = (share: number): number => Math.round(share * 1000) / 1000

const STEPS: Partial<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

type Keys = Pick<KeyboardEvent, 'key'> & Partial<Pick<KeyboardEvent, 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>>

/** Tells whether a key is meant for the browser, such as one step back. */
export const isForBrowser = ({ altKey, ctrlKey, metaKey }: Keys): boolean => Boolean(altKey || ctrlKey || metaKey)

/** Position after an arrow key: a hundredth of the picture on, a twentieth with the shift key; null for another key. */
export const stepped = ({ x, y }: { x: number; y: number }, keys: Keys): { x: number; y: number } | null => {
  const { key, shiftKey } = keys
  const step = isForBrowser(keys) ? undefined : STEPS[key]
  if (!step) return null
  const length = shiftKey ? 0.05 : 0.01
  return { x: rounded(bounded(x + step[0] * length)), y: rounded(bounded(y + step[1] * length)) }
}
