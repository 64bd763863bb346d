import { z } from 'zod'
import { isCountry } from '../../rules/formats/countries.ts'
import { endpoints } from '../endpoint.ts'

const Latitude = z.coerce.number().min(-90).max(90)
const Longitude = z.coerce.number().min(-180).max(180)

export const FoundAddress = z.object({
  /** Label in one line, to choose by. */
  label: z.string(),
  street: z.string().nullable(),
  number: z.string().nullable(),
  postal_code: z.string().nullable(),
  city: z.string().nullable(),
  country_code: z.string().nullable(),
  country: z.string().nullable(),
  lat: z.number(),
  lon: z.number(),
  /** Radius in metres within which the place lies. */
  accuracy_m: z.number(),
  time_zone: z.string(),
  source: z.enum(['geocoder', 'places']),
})
export type FoundAddress = z.infer<typeof FoundAddress>

export const FoundAddresses = z.object({
  addresses: z.array(FoundAddress),
  /** True when the address service did not answer and only names of towns were searched. */
  fell_back: z.boolean(),
  /** Credit to the owner of the data, to be shown beside it. */
  credit: z.string(),
})
export type FoundAddresses = z.infer<typeof FoundAddresses>

export const addressEndpoints = endpoints({
  findAddresses: {
    method: 'GET',
    path: '/addresses',
    access: 'signedIn',
    summary: 'Look up an address: exact where an address service is set up, else the town by its name',
    query: z.object({
      query: z.string().trim().min(2).max(200),
      country: z
        .string()
        .refine(isCountry, { params: { code: 'unknown_country' } })
        .optional(),
    }),
    response: FoundAddresses,
  },
  getZone: {
    method: 'GET',
    path: '/places/zone',
    access: 'signedIn',
    summary: 'Time zone of a position',
    query: z.object({ lat: Latitude, lon: Longitude }),
    response: z.object({ time_zone: z.string() }),
  },
})
