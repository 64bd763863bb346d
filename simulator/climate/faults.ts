import { DAY_MS } from '#shared/rules/time/units.ts'
import { round } from './noise.ts'
import { into, type Recurrence } from './recurrence.ts'
import { type Key, SENSOR_DECIMALS, type SensorValues, voltsAt } from './sensors.ts'

/** Fault of a device while the barn is as it is. */
export type SimulatedFault = Recurrence &
  (
    | { kind: 'silence' }
    | { kind: 'drift'; key: Key; per_day: number }
    | { kind: 'flat_line'; key: Key }
    | { kind: 'spike'; key: Key; size: number }
    | { kind: 'low_battery'; down_to: number }
  )

/** Values of a device at a time; null when it sends nothing. */
type Series = (time: number) => SensorValues | null

/** The series with its faults in it. `anchor` is the moment the recurrences are dated from. */
export const withFaults = (clean: Series, faults: readonly SimulatedFault[], anchor: number): Series => {
  const held = new Map<number, SensorValues | null>()
  const valuesAtStart = (start: number): SensorValues | null => {
    const known = held.get(start)
    if (known !== undefined) return known
    const values = clean(start)
    held.set(start, values)
    return values
  }
  return time => {
    const running = faults.flatMap(fault => {
      const passed = into(fault, time - anchor)
      return passed === null ? [] : [{ fault, passed }]
    })
    if (running.some(({ fault }) => fault.kind === 'silence')) return null
    const values = clean(time)
    if (!values) return null
    for (const { fault, passed } of running) spoil(values, fault, passed, () => valuesAtStart(time - passed))
    return values
  }
}

const spoil = (
  values: SensorValues,
  fault: SimulatedFault,
  passed: number,
  atStart: () => SensorValues | null,
): void => {
  if (fault.kind === 'low_battery') empty(values, fault.down_to, passed / fault.length)
  if (fault.kind !== 'drift' && fault.kind !== 'flat_line' && fault.kind !== 'spike') return
  const value = values[fault.key]
  if (value === undefined) return
  if (fault.kind === 'flat_line') values[fault.key] = atStart()?.[fault.key] ?? value
  else values[fault.key] = round(value + added(fault, passed), SENSOR_DECIMALS[fault.key])
}

const added = (fault: Extract<SimulatedFault, { kind: 'drift' | 'spike' }>, passed: number): number =>
  fault.kind === 'spike' ? fault.size : (fault.per_day * passed) / DAY_MS

/** A cell near its end falls faster the emptier it is. */
const empty = (values: SensorValues, downTo: number, share: number): void => {
  if (values.battery === undefined) return
  const charge = values.battery + (downTo - values.battery) * share ** 1.4
  values.battery = round(charge, 0)
  if (values.bat_volt !== undefined) values.bat_volt = round(voltsAt(charge), 2)
}
