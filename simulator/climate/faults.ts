import { DAY_MS } from '#shared/rules/time/units.ts'
import { round } from './noise.ts'
import { into, type Recurrence } from './recurrence.ts'
import { type Key, SENSOR_DECIMALS, type Values, voltsAt } from './sensors.ts'

/** Fault of a device while the barn is as it is. */
export type Fault = Recurrence &
  (
    | { kind: 'silence' }
    | { kind: 'drift'; key: Key; per_day: number }
    | { kind: 'flat_line'; key: Key }
    | { kind: 'spike'; key: Key; size: number }
    | { kind: 'low_battery'; down_to: number }
  )

/** Values of a device at a time; null when it sends nothing. */
type Series = (time: number) => Values | null

/** The series with its faults in it. `anchor` is the moment the recurrences are dated from. */
export const withFaults = (clean: Series, faults: readonly Fault[], anchor: number): Series => {
  const held = new Map<number, Values | null>()
  const valuesAtStart = (start: number): Values | null => {
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

const spoil = (values: Values, fault: Fault, passed: number, atStart: () => Values | null): void => {
  if (fault.kind === 'low_battery') empty(values, fault.down_to, passed / fault.length)
  if (fault.kind !== 'drift' && fault.kind !== 'flat_line' && fault.kind !== 'spike') return
  const value = values[fault.key]
  if (value === undefined) return
  if (fault.kind === 'flat_line') values[fault.key] = atStart()?.[fault.key] ?? value
  else values[fault.key] = round(value + added(fault, passed), SENSOR_DECIMALS[fault.key])
}

const added = (fault: Extract<Fault, { kind: 'drift' | 'spike' }>, passed: number): number =>
  fault.kind === 'spike' ? fault.size : (fault.per_day * passed) / DAY_MS

/** A cell near its end falls faster the emptier it is. */
const empty = (values: Values, downTo: number, share: number): void => {
  if (values.battery === undefined) return
  const charge = values.battery + (downTo - values.battery) * share ** 1.4
  values.battery = round(charge, 0)
  if (values.bat_volt !== undefined) values.bat_volt = round(voltsAt(charge), 2)
}
