import { z } from 'zod'
import { Id, IdParams, Name } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { PHOTO_TYPES } from '../measurements/photos.ts'

/** Longest side of the picture that is kept, px: enough to read the writing of a plan. */
export const FLOOR_PLAN_SIDE = 2400

/** Upper bound of the devices on one floor plan. */
export const MAX_FLOOR_PLAN_DEVICES = 300

/** Quarter turns by which a picture is turned clockwise: a phone held over a table often takes a wrong side for the upper one. */
const Turns = z.coerce.number().int().min(0).max(3).default(0)

/** Share of width and height of the picture, from its upper left corner. */
const Share = z.number().min(0).max(1)

export const FloorPlanPosition = z.object({ x: Share, y: Share })
export type FloorPlanPosition = z.infer<typeof FloorPlanPosition>

const FloorPlanDevice = FloorPlanPosition.extend({ device_id: Id, area_id: Id })
export type FloorPlanDevice = z.infer<typeof FloorPlanDevice>

export const FloorPlan = z.object({
  id: Id,
  location_id: Id,
  name: z.string(),
  /** Size of the picture, px. */
  width: z.int(),
  height: z.int(),
  /** Address that shows the picture without a token, to whoever was answered, for an hour or two. */
  picture: z.string(),
  /** Devices that hang where they were put on it, and that the caller sees. */
  devices: z.array(FloorPlanDevice),
})
export type FloorPlan = z.infer<typeof FloorPlan>

export const FloorPlanInput = z.strictObject({ name: Name })

const DeviceParams = z.object({ id: z.coerce.number().pipe(Id), device_id: z.coerce.number().pipe(Id) })

const PICTURE = 'a picture (JPEG, PNG or WebP, at most 10 MB) as the whole body'
const PICTURE_FAILURES = ['too_large', 'wrong_content_type', 'not_allowed', 'busy'] as const

export const floorPlanEndpoints = endpoints({
  listFloorPlans: {
    method: 'GET',
    path: '/locations/:id/floor_plans',
    access: 'signedIn',
    summary: 'Floor plans of a location with the devices on them, by name; for whoever sees the location',
    params: IdParams,
    response: z.array(FloorPlan),
  },
  createFloorPlan: {
    method: 'POST',
    path: '/locations/:id/floor_plans',
    access: 'signedIn',
    summary: `Add a floor plan to a location: ${PICTURE}`,
    bodyTypes: PHOTO_TYPES,
    params: IdParams,
    query: z.object({ name: Name, turns: Turns }),
    status: 201,
    response: FloorPlan,
    failures: [...PICTURE_FAILURES, 'quota_reached'],
  },
  updateFloorPlan: {
    method: 'PUT',
    path: '/floor_plans/:id',
    access: 'signedIn',
    summary: 'Rename a floor plan',
    params: IdParams,
    body: FloorPlanInput,
    response: FloorPlan,
  },
  replaceFloorPlanPicture: {
    method: 'PUT',
    path: '/floor_plans/:id/picture',
    access: 'signedIn',
    summary: `Give a floor plan another picture, its devices stay where they are: ${PICTURE}`,
    bodyTypes: PHOTO_TYPES,
    params: IdParams,
    query: z.object({ turns: Turns }),
    response: FloorPlan,
    failures: [...PICTURE_FAILURES],
  },
  getFloorPlanPicture: {
    method: 'GET',
    path: '/floor_plans/:id/picture',
    access: 'public',
    summary: 'The picture, by the signed address of an answer or with the token of somebody who sees the location',
    params: IdParams,
    query: z.object({
      user_id: z.coerce.number().pipe(Id).optional(),
      /** Epoch s. */
      expires: z.coerce.number().int().optional(),
      signature: z.string().max(100).optional(),
      /** Tells one picture from the one before; says nothing else. */
      picture: z.string().max(20).optional(),
    }),
    file: 'image/jpeg',
    failures: ['not_found'],
  },
  deleteFloorPlan: {
    method: 'DELETE',
    path: '/floor_plans/:id',
    access: 'signedIn',
    summary: 'Delete a floor plan for good, with its picture; its devices hang where they hung',
    params: IdParams,
    status: 204,
  },
  putOnFloorPlan: {
    method: 'PUT',
    path: '/floor_plans/:id/devices/:device_id',
    access: 'signedIn',
    summary: 'Put a device that hangs at the location on a floor plan, or move it there',
    params: DeviceParams,
    body: z.strictObject(FloorPlanPosition.shape),
    response: FloorPlanDevice,
  },
  takeOffFloorPlan: {
    method: 'DELETE',
    path: '/floor_plans/:id/devices/:device_id',
    access: 'signedIn',
    summary: 'Take a device off a floor plan; it hangs where it hung',
    params: DeviceParams,
    status: 204,
  },
})
