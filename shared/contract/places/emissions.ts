import { z } from 'zod'
import { EMISSION_PROBLEMS } from '../../rules/locations/emission-days.ts'
import {
  type EmissionSettings as KeptSettings,
  OUTDOOR_SOURCES,
  PRESSURE_SOURCES,
  VENTILATION_METHODS,
} from '../../rules/locations/emission-settings.ts'
import { FORMULA_STATUSES, HEAT_TRAITS } from '../../rules/science/animal-heat.ts'
import { CO2_VOLUME_REFS, EMITTED, FLOORS, HEAT_CORRECTIONS } from '../../rules/science/emission-chain.ts'
import { EMISSION_VERDICTS } from '../../rules/science/emission-sum.ts'
import { CALENDAR_PERIODS } from '../../rules/time/calendar-period-names.ts'
import { Id, IdParams, May, OneLine, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

export const LocalDate = z.iso.date().refine(date => date >= '1990-01-01' && date < '2100-01-01', {
  params: { code: 'date_far_away' },
})

/** Rows of a history: of factors, of reducers, of animals, of a fan's curve, of typed air flows. */
const MAX_ROWS = 200
/** Days of one answer. */
export const MAX_EMISSION_DAYS = 366

const Words = OneLine.max(200)
  .nullish()
  .transform(text => text || null)
const maybe = (least: number, most: number) => z.number().min(least).max(most).nullable().default(null)

/** Refuses rows that have the same in a field, each at its own path: a form says it beside the row. */
const eachOnce =
  <Field extends string>(field: Field, code: string) =>
  (rows: readonly Record<Field, unknown>[], context: z.RefinementCtx): void => {
    const places = Map.groupBy(rows.keys(), index => rows[index]?.[field])
    for (const same of places.values())
      if (same.length > 1)
        for (const index of same) context.addIssue({ code: 'custom', path: [index, field], params: { code } })
  }

/** Rows of a history begin each on a day of its own. */
const history = <Row extends z.ZodType<{ valid_from: string }>>(row: Row) =>
  z.array(row).max(MAX_ROWS).superRefine(eachOnce('valid_from', 'same_day_twice')).default([])

const Factor = z.object({
  valid_from: LocalDate,
  /** kg NH3 per animal place and year, or per animal and day. */
  kg: z.number().positive().max(1000),
  unit: z.enum(['place_year', 'animal_day']).default('place_year'),
  code: Words,
  source: Words,
  /** Factor of other housing for the same animals, kg per place and year: for the rule of a scrubber. */
  other_kg: z.number().positive().max(1000).nullable().default(null),
})

const Reducer = z
  .object({
    name: OneLine.min(1).max(100),
    /** Part of the emission that it takes away, %. */
    percent: z.number().min(0).max(100),
    scrubber: z.boolean().default(false),
    valid_from: LocalDate.nullable().default(null),
    valid_until: LocalDate.nullable().default(null),
  })
  .refine(({ valid_from, valid_until }) => !valid_from || !valid_until || valid_until > valid_from, {
    path: ['valid_until'],
    params: { code: 'end_before_start' },
  })

const Animals = z.object({
  valid_from: LocalDate,
  animals: z.int().min(0).max(10_000_000).nullable().default(null),
  /** kg live mass of one. */
  mass: z.number().positive().max(2000).nullable().default(null),
  /** kg a day. */
  milk: maybe(0, 100),
  days_pregnant: maybe(0, 400),
  /** kg a day. */
  gain: maybe(0, 3),
  /** kg a day. */
  eggs: maybe(0, 1),
  /** MJ metabolisable energy per kg dry feed. */
  feed_energy: maybe(5, 20),
  /** Feed energy as a multiple of maintenance. */
  feed_level: maybe(1, 6),
  caged: z.boolean().default(false),
})

const VentilationFields = z.object({
  method: z.enum(VENTILATION_METHODS).default('co2_balance'),
  floor: z.enum(FLOORS).default('slats'),
  co2_per_heat_unit: z.number().min(0.05).max(1).nullable().default(null),
  gas_heater: z.boolean().default(false),
  other_co2: maybe(0, 10_000),
  newer_cows: z.boolean().default(false),
  heat_correction: z.enum(HEAT_CORRECTIONS).default('linear'),
  fan_curve: z
    .array(z.object({ percent: z.number().min(0).max(100), m3_per_hour: z.number().min(0).max(10_000_000) }))
    .max(MAX_ROWS)
    .superRefine(eachOnce('percent', 'same_speed_twice'))
    .default([]),
  typed: history(z.object({ valid_from: LocalDate, m3_per_hour: z.number().min(0).max(10_000_000) })),
  uncertainty_percent: z.number().min(1).max(100).nullable().default(null),
})
const checkVentilation = <Fields extends typeof VentilationFields>(fields: Fields) =>
  fields
    .refine(({ method, fan_curve }) => method !== 'fan_curve' || fan_curve.length > 0, {
      path: ['fan_curve'],
      params: { code: 'required' },
    })
    .refine(({ method, typed }) => method !== 'typed' || typed.length > 0, {
      path: ['typed'],
      params: { code: 'required' },
    })

const Pressure = z
  .object({
    source: z.enum(PRESSURE_SOURCES).default('automatic'),
    /** m above the sea. */
    altitude: maybe(-400, 5000),
  })
  .refine(({ source, altitude }) => source !== 'altitude' || altitude !== null, {
    path: ['altitude'],
    params: { code: 'required' },
  })

const OutdoorFields = z.object({
  source: z.enum(OUTDOOR_SOURCES).default('assumed'),
  /** A device of the same location. */
  device_id: Id.nullable().default(null),
  /** ppm, and µg/m³ of dust; CO2 at least as much as air can have. */
  values: z
    .partialRecord(z.enum(EMITTED), z.number().min(0).max(100_000).nullable())
    .refine(({ co2 }) => co2 == null || co2 >= 300, { path: ['co2'], params: { code: 'too_small_co2' } })
    .default({}),
})
const checkOutdoors = <Fields extends typeof OutdoorFields>(fields: Fields) =>
  fields
    .refine(({ source, device_id }) => source !== 'device' || device_id !== null, {
      path: ['device_id'],
      params: { code: 'required' },
    })
    .refine(({ source, values }) => source !== 'typed' || values.co2 != null, {
      path: ['values', 'co2'],
      params: { code: 'required' },
    })

/** Places from a day on; 0 of a barn that is closed. */
const Places = z.object({ valid_from: LocalDate, places: z.int().min(0).max(10_000_000) })

const SettingFields = z.object({
  /** Animal places from days on; before all of them those of the area. */
  places_history: history(Places),
  /** The newest factor holds until the next begins; before all of them that of the area. */
  factors: history(Factor),
  reducers: z.array(Reducer).max(MAX_ROWS).default([]),
  animals: history(Animals),
  /** Ventilation before its history begins. */
  ventilation: checkVentilation(VentilationFields).prefault({}),
  ventilation_history: history(checkVentilation(VentilationFields.extend({ valid_from: LocalDate }))),
  pressure: Pressure.prefault({}),
  /** Air outdoors before its history begins. */
  outdoors: checkOutdoors(OutdoorFields).prefault({}),
  outdoors_history: history(checkOutdoors(OutdoorFields.extend({ valid_from: LocalDate }))),
  co2_volume_ref: z.enum(CO2_VOLUME_REFS).default('as_is'),
  /** ppm; without it no N2O is worked out. */
  n2o_detection_limit: z.number().positive().max(100).nullable().default(null),
})

export const EmissionSettingsInput = SettingFields.extend({
  /** Places of the area, which hold before their history begins. */
  animal_places: z.int().min(1).max(10_000_000).nullable().optional(),
  /** Settings that stay as they are where a program that does not know them leaves them out. */
  places_history: SettingFields.shape.places_history.unwrap().optional(),
  ventilation_history: SettingFields.shape.ventilation_history.unwrap().optional(),
  outdoors_history: SettingFields.shape.outdoors_history.unwrap().optional(),
  n2o_detection_limit: SettingFields.shape.n2o_detection_limit.unwrap().optional(),
  /** The version that was read; the settings are refused when somebody changed them since. */
  version: z.int().min(0).max(2_147_483_647).optional(),
})
export type EmissionSettingsInput = z.output<typeof EmissionSettingsInput>

/** Settings as they are worked with, of what came in; what it left out is as it was before. */
export const settingsOf = (input: EmissionSettingsInput, before: KeptSettings): KeptSettings => {
  const { animal_places: _, version: __, ...settings } = input
  return {
    ...before,
    ...settings,
    places_history: settings.places_history ?? before.places_history,
    ventilation_history: settings.ventilation_history ?? before.ventilation_history,
    outdoors_history: settings.outdoors_history ?? before.outdoors_history,
    n2o_detection_limit:
      settings.n2o_detection_limit === undefined ? before.n2o_detection_limit : settings.n2o_detection_limit,
  }
}

const EmissionSettings = SettingFields.extend({
  area_id: Id,
  area_name: z.string(),
  area_type_id: z.int(),
  location_id: Id,
  location_name: z.string(),
  /** Local date of today at the location. */
  today: z.string(),
  animal_places: z.int().nullable(),
  /** Factor of the area before the history begins. */
  ammonia_factor: z.number().nullable(),
  /** Animals of the groups, or of the places, where nobody says more. */
  animals_of_area: z.int().nullable(),
  /** Tells whether rounds are kept, which then say how many animals there are. */
  keeps_rounds: z.boolean(),
  /** Devices that hang or hung at the location. */
  devices: z.array(z.object({ id: Id, name: z.string(), area_name: z.string() })),
  /** Gases that devices of the area measured within a year. */
  gases: z.array(z.enum(EMITTED)),
  /** 0 before anybody saved any. */
  version: z.int(),
  changed_at: TimeOut.nullable(),
  changed_by: z.string().nullable(),
  may: May,
})
export type EmissionSettings = z.infer<typeof EmissionSettings>

/** Places an emission is worked out of: exactly one of them is named. */
export const EmissionScope = z.object({
  ubn: z.string().trim().min(1).max(50).optional(),
  location_id: Id.optional(),
  area_id: Id.optional(),
})

const EmissionsQuery = z
  .object({
    /** Locations of one company number that the caller sees. */
    ubn: z.string().trim().min(1).max(50).optional(),
    location_id: z.coerce.number().pipe(Id).optional(),
    area_id: z.coerce.number().pipe(Id).optional(),
    gas: z.enum(EMITTED).default('nh3'),
    /** Local dates, both included. */
    date_start: LocalDate,
    date_end: LocalDate,
    interval: z.enum(CALENDAR_PERIODS).default('year'),
  })
  .refine(
    ({ ubn, location_id, area_id }) => [ubn, location_id, area_id].filter(one => one !== undefined).length === 1,
    {
      path: ['location_id'],
      params: { code: 'required' },
    },
  )
  .refine(({ date_start, date_end }) => date_end >= date_start, {
    path: ['date_end'],
    params: { code: 'end_before_start' },
  })
export type EmissionsQuery = z.output<typeof EmissionsQuery>

const kg = z.number().nullable()

const EmissionPeriod = z.object({
  /** Local dates, half-open. */
  from: z.string(),
  until: z.string(),
  /** kg of the valid, filled and empty days; null where there is none. Low and high are one standard uncertainty away. */
  kg,
  kg_low: kg,
  kg_high: kg,
  /** kg per animal place and year of 8760 h, empty places among them; null where the places of a part are not known. */
  kg_per_place_year: z.number().nullable(),
  /** kg per animal that was there, and year; null where the animals of a part are not known. */
  kg_per_animal_year: z.number().nullable(),
  /** g/h per livestock unit of 500 kg. */
  grams_per_unit_hour: z.number().nullable(),
  /** Permitted kg of the days that count, and of all days. */
  permitted_kg: kg,
  ceiling_kg: kg,
  index: z.number().nullable(),
  verdict: z.enum(EMISSION_VERDICTS),
  /** Share of the hours that are over which have a result. */
  coverage: z.number(),
  /** Share of the days that count which were filled with the mean of their month, and on which the house was empty. */
  filled: z.number(),
  vacant: z.number(),
  /** Shares of the hours with a result that are uncertain (ΔCO2 below 200 ppm) or negative. */
  uncertain: z.number(),
  negative: z.number(),
  days: z.int(),
  valid_days: z.int(),
  /** Days of which nothing is known. */
  missing_days: z.int(),
  /** Days of months whose N2O may be the noise of its sensor: no sum, mean or share here speaks of them. */
  untold_days: z.int(),
  /** Covers six months of the year at least, so it may be called an annual indication. */
  annual: z.boolean(),
})
export type EmissionPeriod = z.infer<typeof EmissionPeriod>

const Inputs = z.object({
  hours: z.int(),
  /** Mean temperature, °C; null where nothing measured it: dust by a flow that is known needs none. */
  temperature: z.number().nullable(),
  /** Pa. */
  pressure: z.number(),
  co2: z.number().nullable(),
  co2_outdoors: z.number().nullable(),
  gas: z.number(),
  gas_outdoors: z.number(),
  /** m³/h. */
  flow: z.number(),
  /** m³ CO2 per hour. */
  production: z.number().nullable(),
  valid_kg: z.number(),
  kg_by_day_means: z.number().nullable(),
  /** Shares of the hours: balanced with an assumed CO2 outdoors, with an assumed gas outdoors, with an assumed pressure. */
  co2_outdoors_assumed: z.number(),
  gas_outdoors_assumed: z.number(),
  pressure_assumed: z.number(),
})

const State = z.object({
  animals: z.int().nullable(),
  /** `area`: what its groups say; `places`: one on each animal place. */
  animals_from: z.enum(['round', 'settings', 'area', 'places']).nullable(),
  /** Day since which the settings or the places say so; null where nothing changes, and of a round. */
  animals_since: z.string().nullable(),
  mass: z.number().nullable(),
  mass_from: z.enum(['curve', 'settings', 'reference']).nullable(),
  /** Traits that the heat was worked out with, besides the mass; `assumed` is the status of a value that nobody typed. */
  traits: z.array(
    z.object({
      trait: z.enum(HEAT_TRAITS),
      value: z.number(),
      assumed: z.enum(FORMULA_STATUSES).nullable(),
    }),
  ),
  /** Heat of one animal at 20 °C, W. */
  heat: z.number().nullable(),
  /** Status of the formula of the heat, and of its correction for temperature; null without animals. */
  heat_status: z.enum(FORMULA_STATUSES).nullable(),
  temperature_status: z.enum(FORMULA_STATUSES).nullable(),
  per_heat_unit: z.number().nullable(),
  /** Tells whether somebody typed it. */
  per_heat_unit_typed: z.boolean(),
  /** Corrections of the balance of CO2 on the plain formula; other CO2 in m³/h. */
  newer_cows: z.boolean(),
  heat_correction: z.enum(HEAT_CORRECTIONS),
  other_co2: z.number(),
  factor: z.number().nullable(),
  factor_unit: z.enum(['place_year', 'animal_day']).nullable(),
  reduced_factor: z.number().nullable(),
})

const AreaEmission = z.object({
  area_id: Id,
  area_name: z.string(),
  area_type_id: z.int(),
  location_id: Id,
  location_name: z.string(),
  /** Places on the last day that counts. */
  animal_places: z.int().nullable(),
  /** Places that held on some day in the numbers, the oldest first; `since` is null of those before their history. */
  places: z.array(z.object({ since: z.string().nullable(), places: z.int() })),
  /** False of an area that is left out of total and forecast: no formula for its animals, no air flow of its own, no factor. */
  in_sum: z.boolean(),
  /** Method of ventilation of the last day. */
  ventilation: z.enum(VENTILATION_METHODS),
  /** Methods of ventilation of the days whose means are the inputs, the first before the next; empty without any. */
  methods: z.array(z.object({ method: z.enum(VENTILATION_METHODS), days: z.int() })),
  co2_volume_ref: z.enum(CO2_VOLUME_REFS),
  total: EmissionPeriod,
  periods: z.array(EmissionPeriod),
  /** Means of what it was worked out from; null without a result. */
  inputs: Inputs.nullable(),
  state: State.nullable(),
  problems: z.array(z.enum(EMISSION_PROBLEMS)),
  /** Standard uncertainty by its parts, kg. */
  parts: z.object({ production: z.number(), co2_outdoors: z.number(), own: z.number() }),
  /** The formula of the animals was not read in a source. */
  indicative: z.boolean(),
  /** Comparison with what was ever measured in such houses, kg NH3 per animal and year; null where nobody knows. */
  plausible: z.object({ least: z.number(), most: z.number(), holds: z.boolean() }).nullable(),
  /** Gases that devices of the area measure. */
  gases: z.array(z.enum(EMITTED)),
  /** Day on which measuring began, where that was within these days: what was before is not in the sum. */
  measured_since: z.string().nullable(),
})
export type AreaEmission = z.infer<typeof AreaEmission>

const EmissionsAnswer = z.object({
  gas: z.enum(EMITTED),
  from: z.string(),
  until: z.string(),
  total: EmissionPeriod,
  periods: z.array(EmissionPeriod),
  areas: z.array(AreaEmission),
  /** Sum since the beginning, at the end of each day until today, or of each week of a longer time; null until the first that counts. */
  cumulative: z.object({ date: z.array(z.string()), kg: z.array(kg), low: z.array(kg), high: z.array(kg) }),
  /** Forecast of a year that is not over; null under 14 valid days. */
  forecast: z
    .object({ permit_rest_kg: kg, run_rate_rest_kg: kg, run_rate_low: kg, run_rate_high: kg, ceiling_kg: kg })
    .nullable(),
})
export type EmissionsAnswer = z.infer<typeof EmissionsAnswer>

/** Entries of one answer; a report has all of its period. */
export const MAX_LOGBOOK_ENTRIES = 200
/**
 * Newest measurements by hand in a logbook, also in that of a report: who measures each day would hide all else. One stands at each
 * area that it bears on.
 */
export const MAX_MANUAL_ENTRIES = 50

const LogbookEntry = z.object({
  at: TimeOut,
  /**
   * `facts`: places, factor, species or groups of the area changed. `rounds`: animals of days that lay back changed. `manual_cut`:
   * measurements by hand of this time and before are left out, as there are too many of them.
   */
  kind: z.enum([
    'calibration',
    'reference',
    'manual',
    'manual_cut',
    'silence',
    'fault',
    'settings',
    'facts',
    'rounds',
    'places',
    'ventilation',
    'outdoors',
  ]),
  area_id: Id,
  area_name: z.string(),
  device_name: z.string().nullable(),
  measurement: z.string().nullable(),
  /** Offset of a calibration, or what was measured by hand, as by a tube, both in the unit of the measurement. */
  value: z.number().nullable(),
  /** Days of a silence, hours of a fault. */
  length: z.number().nullable(),
})
export type LogbookEntry = z.infer<typeof LogbookEntry>

const Company = z.object({ ubn: z.string(), locations: z.array(z.object({ id: Id, name: z.string() })) })
export type Company = z.infer<typeof Company>

export const emissionEndpoints = endpoints({
  listCompanies: {
    method: 'GET',
    path: '/emissions/companies',
    access: 'signedIn',
    summary: 'Company numbers with the locations of each that are added up for the caller',
    response: z.array(Company),
  },
  getEmissionSettings: {
    method: 'GET',
    path: '/areas/:id/emission-settings',
    access: 'signedIn',
    summary: 'What the emission of an area is worked out with',
    params: IdParams,
    response: EmissionSettings,
  },
  saveEmissionSettings: {
    method: 'PUT',
    path: '/areas/:id/emission-settings',
    access: 'signedIn',
    summary: 'Change what the emission of an area is worked out with; earlier settings are kept',
    params: IdParams,
    body: EmissionSettingsInput,
    response: EmissionSettings,
    failures: ['changed_meanwhile', 'no_valid_input'],
  },
  getEmissions: {
    method: 'GET',
    path: '/emissions',
    access: 'signedIn',
    summary: 'Emission of a company number, a location or an area, with its uncertainty and beside the permit',
    query: EmissionsQuery,
    response: EmissionsAnswer,
    failures: ['no_valid_input', 'too_much_data'],
  },
  getEmissionLogbook: {
    method: 'GET',
    path: '/emissions/logbook',
    access: 'signedIn',
    summary:
      'Calibrations, measurements by hand, silences, faults, and changes of settings, areas and rounds that bear on an emission, the newest 200 first',
    query: EmissionsQuery,
    response: z.array(LogbookEntry),
    failures: ['no_valid_input', 'too_much_data'],
  },
})
