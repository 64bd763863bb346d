import type { LastValues } from '#shared/contract/measurements/measurements.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { unitFor } from '../../kit/language/viewer-formats.ts'

export interface Option {
  value: string
  label: string
}

export interface MeasurementChoices {
  /** Measured by the devices one sees now, by the order of the taxonomy. */
  measured: Option[]
  weather: Option[]
  /** Known to the product, and perhaps measured by devices one had before. */
  others: Option[]
  /** Shown where none is chosen. */
  first: string
}

type Lists = Pick<TaxonomyLists, 'measurement_types' | 'physical_quantities' | 'chart_groups'>

/** Measurements to begin with: the first of them that is measured is chosen. */
const FIRST = ['nh3', 'co2', 't', 'h']
/** State of a device, not of the air. */
const OF_DEVICE = new Set(['bat_volt', 'rssi', 'snr'])

const isWeather = (key: string): boolean => key.startsWith('weather_')
/** Set points of a climate computer, which are no measurements. */
const isSetPoint = (key: string): boolean => /_(low|high)$/.test(key)

/** Measurements to choose from; `chosen` is among them whatever it is. */
export const measurementChoices = (
  lists: Lists,
  last: Readonly<Record<string, LastValues>>,
  weather: boolean,
  chosen: string | null,
): MeasurementChoices => {
  const keys = new Set(Object.values(last).flatMap(values => Object.keys(values)))
  const unitOf = new Map(lists.physical_quantities.map(({ id, unit }) => [id, unit]))
  const options = lists.measurement_types
    .filter(type => type.physical_quantity_id !== null && type.chart_group_id !== null)
    .filter(({ abbreviation: key }) => !isSetPoint(key) && (!OF_DEVICE.has(key) || key === chosen))
    .map(({ abbreviation, name, physical_quantity_id }) => {
      const unit = unitOf.get(physical_quantity_id ?? 0)
      return { value: abbreviation, label: unit ? `${name} (${unitFor(unit)})` : name }
    })
  const own = options.filter(({ value }) => !isWeather(value))
  const measured = own.filter(({ value }) => keys.has(value))
  return {
    measured,
    weather: options.filter(({ value }) => isWeather(value) && (weather || value === chosen)),
    others: own.filter(({ value }) => !keys.has(value)),
    first: FIRST.find(key => keys.has(key)) ?? measured[0]?.value ?? 't',
  }
}

/** Causes to begin with: the first of them that is measured is taken while nobody has chosen. */
const USUAL_CAUSES = ['weather_t', 't', 'co2']

/** Measurements that may go with another one; without a choice that fits, the temperature outdoors or indoors. */
export const causesOf = (
  { measured, weather, others }: MeasurementChoices,
  measurement: string,
  chosen: string | null,
): { options: Option[]; chosen: string | null } => {
  const options = [...weather, ...measured, ...others.filter(({ value }) => value === chosen)].filter(
    ({ value }) => value !== measurement,
  )
  const found = [chosen, ...USUAL_CAUSES].find(key => options.some(({ value }) => value === key))
  return { options, chosen: found ?? options[0]?.value ?? null }
}
