import { QUANTITIES } from '../../taxonomy/quantities.ts'
import { MEASUREMENT_TYPES } from '../../taxonomy/types.ts'

const isOutdoor = ({ chart_group }: { chart_group: string }): boolean => chart_group.startsWith('weather_')

const measuredAs = (quantityId: number): string[] => {
  const types = MEASUREMENT_TYPES.filter(type => type.physical_quantity_id === quantityId && !type.set_point)
  const indoor = types.filter(type => !isOutdoor(type))
  return (indoor.length > 0 ? indoor : types).map(type => type.abbreviation)
}

const known = new Map(QUANTITIES.map(({ id }) => [id, measuredAs(id)]))

/** The measurements a rule on a quantity looks at: neither what somebody wants, nor the weather where it is measured indoors too. */
export const measurementsOf = (quantityId: number): readonly string[] => known.get(quantityId) ?? []

export const quantityUnitOf = (quantityId: number | null): string | null =>
  QUANTITIES.find(({ id }) => id === quantityId)?.unit ?? null

/** Groups of what a device says of itself, not of the air around it. */
const OF_DEVICE = ['battery', 'battery_voltage', 'signal_strength', 'signal_noise']

const ofDevice = new Set(
  MEASUREMENT_TYPES.filter(({ chart_group }) => OF_DEVICE.includes(chart_group)).map(
    ({ physical_quantity_id }) => physical_quantity_id,
  ),
)

/** Tells whether a quantity is of the device, such as its battery. */
export const isOfDevice = (quantityId: number): boolean => ofDevice.has(quantityId)
