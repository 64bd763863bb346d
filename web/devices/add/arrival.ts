import type { Refusal } from '#shared/contract/devices/devices.ts'
import type { LastValues } from '#shared/contract/measurements/measurements.ts'

/** Arrival of a device's news: a value with its measurement key, why its values were refused, or nothing yet. */
export interface Arrival {
  told?: [key: string, value: LastValues[string]]
  refused?: Refusal
}

/** A key that was just made. */
export interface MadeKey {
  created_at: string
  last_used_at: string | null
}

/** State of a device when waiting began. */
export interface Before {
  last: LastValues
  refusals: readonly Refusal[]
}

const NEWEST_FIRST = (one: Refusal, other: Refusal): number => other.last_time.localeCompare(one.last_time)

/**
 * Arrival told by the value that says people most: the temperature, else whatever came first. Of a key that was just made only
 * what came by it counts: the device may have sent for months by another one, and goes on until it has this. A value is new that
 * is younger than the key, or was not there when waiting began (`before`): the clock of the device may be behind. Without a new key
 * all that is there counts, or with `fromNow` only what was not there then.
 */
export const arrivalOf = (
  last: LastValues,
  refusals: readonly Refusal[],
  made: MadeKey | null,
  before: Before = { last, refusals },
  fromNow = false,
): Arrival => {
  if (made?.last_used_at === null) return {}
  const isNew = (time: string) => (made === null ? !fromNow : time >= made.created_at)
  const values = Object.entries(last).filter(([key, { time }]) => isNew(time) || before.last[key]?.time !== time)
  const told = values.find(([key]) => key === 't') ?? values[0]
  if (told) return { told }
  const wasThere = ({ field, code, last_time }: Refusal) =>
    before.refusals.some(one => one.field === field && one.code === code && one.last_time === last_time)
  const isNewRefusal = (one: Refusal) => isNew(one.last_time) || (fromNow && made === null && !wasThere(one))
  const refused = refusals.filter(isNewRefusal).sort(NEWEST_FIRST)[0]
  return refused ? { refused } : {}
}
