import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import { calibrationOffsetAt } from '#shared/rules/data-quality/calibration.ts'
import { type GradeMoment, gradeApplies, gradeOf } from '#shared/rules/science/grade.ts'
import { contains, type Span } from '#shared/rules/time/rental.ts'
import { knownZone } from '#shared/rules/time/time-zone.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { correctionsOf } from '../devices/calibrations.ts'
import { placementsOfDevices } from '../devices/placement/placements.ts'
import type { Services } from '../kit/services.ts'
import { boundariesAt, type ComfortPlace, namedByAge, roundsIn } from '../locations/rounds/comfort.ts'
import { emptySince } from '../locations/rounds/empty.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import type { Last, Latest } from './latest.ts'

/** Last values of devices within the spans a caller sees, graded for the animals of the area the device hangs in. */
export const lastValues = async (
  services: Services,
  latest: Latest,
  visible: Map<number, Span[]>,
): Promise<Record<string, LastValues>> => {
  const ids = [...visible.keys()]
  const at = new Date(services.now()).toISOString()
  const placements = (await placementsOfDevices(services.db, ids)).filter(placement => contains(placement, at))
  const areaIds = [...new Set(placements.map(({ area_id }) => area_id))]
  const now = services.now()
  const rounds = await roundsIn(services.db, areaIds, now - DAY_MS, now)
  const hung = placements.map(({ area_id, time_zone }) => ({ id: area_id, time_zone }))
  const empty = hung.length > 0 ? await emptySince(services.db, hung, now) : new Map<number, string>()
  // Places without animals are not graded.
  const occupied = placements.filter(({ area_id }) => !empty.has(area_id))
  const places = new Map(
    occupied.map(({ device_id, area_id, area_type_id, time_zone }): [number, ComfortPlace] => [
      device_id,
      { area_type_id, time_zone, rounds: rounds.get(area_id) ?? [] },
    ]),
  )
  const [values, corrections] = await Promise.all([latest.of(ids), correctionsOf(services.db, ids)])
  const calibrated = (id: number) =>
    [...(values.get(id) ?? [])].map(([key, last]): [string, Last] => [
      key,
      { ...last, value: last.value + calibrationOffsetAt(corrections, id, key, last.time) },
    ])
  const answers = ids.map(id => {
    const spans = visible.get(id) ?? []
    const visibleValues = calibrated(id).filter(([, last]) => isVisible(last, spans))
    const place = places.get(id)
    const moment = place && gradeMomentOf(place, visibleValues, now)
    return [
      String(id),
      Object.fromEntries(visibleValues.map(([key, last]) => [key, present(key, last, place, moment)])),
    ]
  })
  return Object.fromEntries(answers)
}

const isVisible = (last: Last, spans: Span[]): boolean => {
  const time = new Date(last.time).toISOString()
  return spans.some(span => contains(span, time))
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** Made once for each time zone: making one takes longer than all the rest of a device's answer. */
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  const clock =
    known ?? new Intl.DateTimeFormat('en', { timeZone: knownZone(timeZone), hour: 'numeric', hourCycle: 'h23' })
  if (!known) clocks.set(timeZone, clock)
  return clock
}

const gradeMomentOf = (place: ComfortPlace, visibleValues: [string, Last][], now: number): GradeMoment => {
  return {
    local_hour: Number(clockOf(place.time_zone).format(now)),
    temperature: visibleValues.find(([key]) => key === 't')?.[1].value ?? null,
    temperature_high: boundariesAt(place, 't', now)?.high_value ?? null,
  }
}

const present = (
  key: string,
  { value, time }: Last,
  place: ComfortPlace | undefined,
  moment: GradeMoment | undefined,
): LastValues[string] => {
  const type = measurementTypeOf(key)
  const boundaries = place ? boundariesAt(place, key, time) : null
  const applies = boundaries && type && moment && gradeApplies(type.pq, value, boundaries.low_value, moment)
  return {
    value,
    unit: type?.unit ?? '',
    time: new Date(time).toISOString(),
    grade: applies ? gradeOf(value, boundaries, boundaries) : null,
    ...(place ? namedByAge(boundaries, key, place.area_type_id) : {}),
  }
}
