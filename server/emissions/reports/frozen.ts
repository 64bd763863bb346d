import type { EmissionReport } from '#shared/contract/places/emission-reports.ts'
import type { EmissionsAnswer, LogbookEntry } from '#shared/contract/places/emissions.ts'
import type { KeptEmissionSettings } from '#shared/rules/locations/emission-settings.ts'
import type { Emitted } from '#shared/rules/science/emission-chain.ts'
import type { CountedDay } from '#shared/rules/science/emission-sum.ts'
import type { ReportPeriod } from '#shared/rules/time/calendar-period-names.ts'
import type { ReckonedArea } from '../reckoning.ts'

/** Days of an area as columns: those that a sum, its uncertainty and its permit are made of. */
interface FrozenDays {
  date: string[]
  kind: CountedDay['kind'][]
  hours: number[]
  /** Hours with a result, and those among them that are uncertain or negative. */
  results: number[]
  uncertain: number[]
  negative: number[]
  /** Means over the hours with a result, g/h and g/h per ppm of ΔCO2; null without one. */
  grams: (number | null)[]
  per_ppm_co2: (number | null)[]
  kg: number[]
  /** Animals present; null where nobody knew how many. */
  animals: (number | null)[]
  /** kg of live mass; null where nobody knew it. */
  mass: (number | null)[]
  places: (number | null)[]
  permitted: (number | null)[]
  /** Standard uncertainty of an air flow that is no balance, as a share; null for the balance of CO2. */
  flow_uncertainty: (number | null)[]
  /** Standard uncertainty of the difference in the gas, as a share; reports that lack it had 0.2. */
  gas_uncertainty?: number[]
}

/** Everything a report was made of and says; later changes of settings, readings or the program leave it as it is. */
export interface FrozenReport {
  /** Shape of this record. */
  format: 1
  /** Version of the product that worked it out. */
  product: string
  name: string
  locations: { id: number; name: string; ubn: string | null; time_zone: string }[]
  gas: Emitted
  /** Kind of its period; that of a schedule or of chosen days is another. */
  period: ReportPeriod | 'other'
  from: string
  until: string
  made_at: string
  made_by: string
  answer: EmissionsAnswer
  logbook: LogbookEntry[]
  inputs: {
    area_id: number
    animal_places: number | null
    ammonia_factor: number | null
    settings: KeptEmissionSettings
    /** Names of the devices that its settings name outdoors; reports that lack them have their ids. */
    outdoor_devices?: { id: number; name: string }[]
    days: FrozenDays
  }[]
}

const known = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Inputs of areas as a report keeps them. */
export const frozenInputs = (areas: readonly ReckonedArea[]): FrozenReport['inputs'] =>
  areas.map(({ area, settings, outdoorDevices, days }) => ({
    area_id: area.id,
    animal_places: area.animal_places,
    ammonia_factor: area.ammonia_factor,
    settings,
    outdoor_devices: outdoorDevices,
    days: {
      date: days.map(day => day.date),
      kind: days.map(day => day.kind),
      hours: days.map(day => day.hours),
      results: days.map(day => day.results),
      uncertain: days.map(day => day.uncertain),
      negative: days.map(day => day.negative),
      grams: days.map(day => known(day.grams)),
      per_ppm_co2: days.map(day => known(day.per_ppm_co2)),
      kg: days.map(day => day.kg),
      animals: days.map(day => day.animals),
      mass: days.map(day => day.mass),
      places: days.map(day => day.places),
      permitted: days.map(day => day.permitted),
      flow_uncertainty: days.map(day => day.flow_uncertainty),
      gas_uncertainty: days.map(day => day.gas_uncertainty),
    },
  }))

/** Part of a report that a list shows, with the ids of its locations, kept beside it: a list of years reads no days. */
export interface ReportSummary extends Omit<EmissionReport, 'id' | 'checksum'> {
  locations: number[]
}

export const summaryOf = (content: FrozenReport): ReportSummary => {
  const { name, gas, period, from, until, made_at, answer } = content
  const { kg, kg_low, kg_high, index, verdict, coverage } = answer.total
  const of = { name, gas, period, from, until, made_at, kg, kg_low, kg_high, index, verdict, coverage }
  return { ...of, locations: content.locations.map(({ id }) => id) }
}

/** Report as a list shows it. */
export const presentReport = (
  id: number,
  checksum: string,
  { locations: _, ...shown }: ReportSummary,
): EmissionReport => ({ id, checksum, ...shown })
