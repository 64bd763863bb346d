import { z } from 'zod'
import { Id } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Named = z.object({ id: Id, key: z.string(), name: z.string() })

export const AreaType = Named

/** Edges of plot, comfort band and limit for one kind of animal (science §2). Null where the quantity has none. */
export const Boundaries = z.object({
  area_type_id: Id,
  min_value: z.number().nullable(),
  low_value: z.number().nullable(),
  high_value: z.number().nullable(),
  max_value: z.number().nullable(),
  /** Value where grade 10 begins, for one-sided quantities. */
  ideal_value: z.number().nullable(),
  /** The hard limit of law or guide. */
  limit_value: z.number().nullable(),
  source: z.string(),
})
export type Boundaries = z.infer<typeof Boundaries>

export const ChartGroup = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  order: z.int(),
  physical_quantity_id: Id,
  high_is_bad: z.boolean(),
  low_is_bad: z.boolean(),
  area_type_boundaries: z.array(Boundaries),
})
export type ChartGroup = z.infer<typeof ChartGroup>

export const PhysicalQuantity = z.object({
  id: Id,
  abbreviation: z.string(),
  name: z.string(),
  unit: z.string(),
  /** Digits after the decimal sign on screen, in exports and in reports. */
  decimals: z.int(),
  low_value: z.number().nullable(),
  high_value: z.number().nullable(),
  /** Grade colours: below low_value act now, below high_value attention. */
  grade_10: z.object({ low_value: z.number(), high_value: z.number() }),
})
export type PhysicalQuantity = z.infer<typeof PhysicalQuantity>

export const MeasurementType = z.object({
  id: Id,
  abbreviation: z.string(),
  name: z.string(),
  unit: z.string(),
  physical_quantity_id: Id.nullable(),
  /** Abbreviation of the physical quantity. */
  pq: z.string().nullable(),
  /** Quantity and unit in one, e.g. "Temperature (°C)". */
  pq_name_unit: z.string(),
  chart_group_id: Id.nullable(),
  show_in_dials: z.boolean(),
  /** Physical range; values outside are refused. */
  min_value: z.number().nullable(),
  max_value: z.number().nullable(),
})
export type MeasurementType = z.infer<typeof MeasurementType>

export interface DetailNode {
  id: number
  key: string
  name: string
  input_type: 'group' | 'number' | 'text' | 'choice' | 'yes_no'
  unit: string | null
  choices: { key: string; name: string }[]
  children: DetailNode[]
}
const LocationDetail: z.ZodType<DetailNode> = z
  .lazy(() =>
    z.object({
      id: Id,
      key: z.string(),
      name: z.string(),
      input_type: z.enum(['group', 'number', 'text', 'choice', 'yes_no']),
      unit: z.string().nullable(),
      choices: z.array(z.object({ key: z.string(), name: z.string() })),
      children: z.array(LocationDetail),
    }),
  )
  .meta({ id: 'LocationDetail' })

const Option = z.object({ key: z.string(), name: z.string() })

export const TaxonomyLists = z.object({
  alert_rules: z.object({
    calc_minutes: z.array(z.int()),
    calculations: z.array(Option),
    comparators: z.array(Option),
    comparisons: z.array(Option),
    exclude_hours: z.array(z.int()),
  }),
  area_types: z.array(AreaType),
  casings: z.array(Named),
  chart_groups: z.array(ChartGroup),
  emissions: z.array(Named.extend({ unit: z.string() })),
  location_details: z.array(LocationDetail),
  location_types: z.array(Named),
  manuals: z.array(Named),
  measurement_types: z.array(MeasurementType),
  physical_quantities: z.array(PhysicalQuantity),
  research_types: z.array(Named.extend({ subjects: z.array(Named) })),
  sensor_types: z.array(Named),
  settings: z.array(z.object({ name: z.string(), values: z.array(z.string()), default_value: z.string() })),
})
export type AreaType = z.infer<typeof AreaType>
export type TaxonomyLists = z.infer<typeof TaxonomyLists>

export const taxonomyEndpoints = endpoints({
  getTaxonomy: {
    method: 'GET',
    path: '/taxonomy/lists',
    access: 'signedIn',
    summary: 'All thirteen lists the client chooses from, in the language of the caller',
    response: TaxonomyLists,
  },
})
