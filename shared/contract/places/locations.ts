import { z } from 'zod'
import { isCountry } from '../../rules/formats/countries.ts'
import { Email } from '../accounts/users.ts'
import { Id, IdParams, May, Name, OneLine, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { OfferedTo } from './offers.ts'

const Colour = z.string().regex(/^#[0-9a-fA-F]{6}$/)
const Metres = z.number().positive().max(10_000).nullish()
const Text = OneLine.nullish()

/** Upper bounds of the details of a place: everybody who shares it reads all of them. */
const MAX_DETAILS = 50
const MAX_DETAIL_SIGNS = 20_000

/** Days in which what was deleted can be brought back. */
export const BRING_BACK_DAYS = 30

/** The version a form has read. A change of an older one is refused; without one the change is made whatever it meets. */
const version = z.int().min(1).max(2_147_483_647).optional()

const AreaFields = z.object({
  name: Name,
  area_type_id: Id,
  colour: Colour.nullish(),
  /** Metres. */
  width: Metres,
  height: Metres,
  depth: Metres,
  group_width: Metres,
  group_depth: Metres,
  animals_per_group: z.int().min(0).max(1_000_000).nullish(),
  group_items: z
    .array(z.object({ id: z.int(), name: OneLine.max(100), animals: z.int().min(0).nullish() }))
    .max(500)
    .nullish(),
  /** Places before the first of `later_places`; `places_today` are those that hold. */
  animal_places: z.int().min(0).max(10_000_000).nullish(),
  /** kg NH3 per animal place and year. */
  ammonia_factor: z.number().min(0).max(1000).nullish(),
})

export const AreaInput = AreaFields
export const AreaChange = AreaFields.extend({ version })
export const Area = AreaFields.extend({
  id: Id,
  location_id: Id,
  version: z.int(),
  may: May,
  /** Animal places of today at the location; null where nobody says. */
  places_today: z.int().nullable(),
  /** Local day since which those hold; null where they are `animal_places`. */
  places_since: z.string().nullable(),
  /**
   * Animal places that hold from local days on, the first before the next, as the emission settings have them; left out where they
   * never change.
   */
  later_places: z.array(z.object({ valid_from: z.string(), places: z.int() })).optional(),
})
export type Area = z.infer<typeof Area>

const LocationFields = z.object({
  name: Name,
  description: z.string().trim().max(2500).nullish(),
  colour: Colour.nullish(),
  type: Id.default(41),
  details: z
    .record(z.string().max(100), z.union([z.string().max(2500), z.number(), z.boolean()]))
    .refine(
      details => Object.keys(details).length <= MAX_DETAILS && JSON.stringify(details).length <= MAX_DETAIL_SIGNS,
      {
        params: { code: 'too_many_details' },
      },
    )
    .nullish(),
  country_code: z
    .string()
    .refine(isCountry, { params: { code: 'unknown_country' } })
    .nullish(),
  country: Text,
  city: Text,
  postal_code: Text,
  street: Text,
  number: Text,
  lat: z.number().min(-90).max(90).nullish(),
  lon: z.number().min(-180).max(180).nullish(),
  ubn: z.string().trim().max(50).nullish(),
  /** Groups the farms of somebody who has many, e.g. "organic"; empty is none. */
  tag: OneLine.max(40).nullish(),
})

const owners = z.array(Email).max(50).optional()
export const LocationInput = LocationFields.extend({
  owners,
  /** Time zone; from the position when left out, else Europe/Amsterdam. */
  time_zone: TimeZone.optional(),
})
export const LocationChange = LocationInput.extend({ version })
export const NewLocation = LocationInput.extend({
  /** Their colour may stand as a location shows it, in `color`. */
  areas: z
    .array(AreaInput.extend({ color: Colour.nullish() }))
    .max(500)
    .optional(),
  /** Marks the demo farm, which one call removes. Administrators only. */
  demo: z.boolean().optional(),
})

/** An area as its location carries it: the specification writes its colour there as `color`. */
const LocationArea = Area.omit({ colour: true }).extend({
  color: Colour.nullish(),
  /** Local date since which no animals are there; left out while a round runs, and where neither rounds nor a pause say so. */
  empty_since: z.string().optional(),
  /** Local days from ≤ day < until for which somebody said that the area is empty: alerts pause. Left out where nobody did. */
  pause: z.object({ since: z.string(), until: z.string().nullable() }).optional(),
})
export type LocationArea = z.infer<typeof LocationArea>

export const Location = LocationFields.extend({
  id: Id,
  version: z.int(),
  country_code: z.string().nullish(),
  time_zone: z.string(),
  has_details: z.boolean(),
  /** Address in one line: street number, postal code city. */
  address: z.string(),
  created_at: TimeOut,
  /** Owners who have accepted; the others stand in `offers`. Told to owners alone. */
  owners: z.array(z.string()),
  /**
   * Time since which one of its present owners has owned it: what is older was somebody else's, and is not theirs to share with
   * research. Null where one always did; told to owners alone.
   */
  owned_since: TimeOut.nullable(),
  offers: z.array(OfferedTo),
  areas: z.array(LocationArea),
  demo: z.boolean(),
  /** Count of its floor plans; left out where there is none. */
  floor_plans: z.int().optional(),
  /** Groups by which the caller sees it; none where it is the caller's own. */
  groups: z.array(z.object({ id: Id, name: z.string() })),
  may: May,
})
export type Location = z.infer<typeof Location>

/** Areas, placements and devices lost with a place that is deleted. */
export const PlaceLoss = z.object({
  areas: z.int(),
  /** Device placements, those that have ended too. */
  placements: z.int(),
  /** Devices that hang there now and will hang nowhere. */
  devices: z.int(),
  bring_back_days: z.int(),
})
export type PlaceLoss = z.infer<typeof PlaceLoss>

export const DeletedLocation = z.object({
  id: Id,
  name: z.string(),
  country_code: z.string().nullable(),
  areas: z.int(),
  deleted_at: TimeOut,
  /** Time until which it can be brought back. */
  gone_at: TimeOut,
})
export type DeletedLocation = z.infer<typeof DeletedLocation>

export const DeletedArea = z.object({
  id: Id,
  name: z.string(),
  area_type_id: Id,
  location_id: Id,
  location_name: z.string(),
  deleted_at: TimeOut,
  gone_at: TimeOut,
})
export type DeletedArea = z.infer<typeof DeletedArea>

export const locationEndpoints = endpoints({
  listLocations: {
    method: 'GET',
    path: '/locations',
    access: 'signedIn',
    summary: 'Locations the caller may see, with their areas',
    response: z.array(Location),
  },
  getLocation: {
    method: 'GET',
    path: '/locations/:id',
    access: 'signedIn',
    summary: 'One location with its areas',
    params: IdParams,
    response: Location,
  },
  createLocation: {
    method: 'POST',
    path: '/locations',
    access: 'signedIn',
    summary: 'Create a location, with areas if given; the caller becomes its owner',
    body: NewLocation,
    status: 201,
    response: Location,
  },
  updateLocation: {
    method: 'PUT',
    path: '/locations/:id',
    access: 'signedIn',
    summary: 'Change a location; refused when somebody changed it since the version given',
    params: IdParams,
    body: LocationChange,
    response: Location,
    failures: ['changed_meanwhile'],
  },
  getLocationLoss: {
    method: 'GET',
    path: '/locations/:id/loss',
    access: 'signedIn',
    summary: 'What goes when a location is deleted',
    params: IdParams,
    response: PlaceLoss,
  },
  deleteLocation: {
    method: 'DELETE',
    path: '/locations/:id',
    access: 'signedIn',
    summary: 'Delete a location; it can be brought back for 30 days, measurements stay with the devices',
    params: IdParams,
    status: 204,
  },
  listDeletedLocations: {
    method: 'GET',
    path: '/locations/deleted',
    access: 'signedIn',
    summary: 'Deleted locations of the caller that can be brought back',
    response: z.array(DeletedLocation),
  },
  restoreLocation: {
    method: 'POST',
    path: '/locations/:id/restore',
    access: 'signedIn',
    summary: 'Bring a deleted location back, with its areas and the placements its deletion ended',
    params: IdParams,
    response: Location,
  },
  getArea: {
    method: 'GET',
    path: '/areas/:id',
    access: 'signedIn',
    summary: 'One area',
    params: IdParams,
    response: Area,
  },
  createArea: {
    method: 'POST',
    path: '/areas',
    access: 'signedIn',
    summary: 'Add an area to a location',
    body: AreaInput.extend({ location_id: Id }),
    status: 201,
    response: Area,
    failures: ['quota_reached'],
  },
  updateArea: {
    method: 'PUT',
    path: '/areas/:id',
    access: 'signedIn',
    summary: 'Change an area; refused when somebody changed it since the version given',
    params: IdParams,
    body: AreaChange,
    response: Area,
    failures: ['changed_meanwhile'],
  },
  getAreaLoss: {
    method: 'GET',
    path: '/areas/:id/loss',
    access: 'signedIn',
    summary: 'What goes when an area is deleted',
    params: IdParams,
    response: PlaceLoss,
  },
  deleteArea: {
    method: 'DELETE',
    path: '/areas/:id',
    access: 'signedIn',
    summary: 'Delete an area; it can be brought back for 30 days',
    params: IdParams,
    status: 204,
  },
  listDeletedAreas: {
    method: 'GET',
    path: '/areas/deleted',
    access: 'signedIn',
    summary: "Deleted areas of the caller's locations that can be brought back",
    response: z.array(DeletedArea),
  },
  restoreArea: {
    method: 'POST',
    path: '/areas/:id/restore',
    access: 'signedIn',
    summary: 'Bring a deleted area back, with the placements its deletion ended',
    params: IdParams,
    response: Area,
  },
})
