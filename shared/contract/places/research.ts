import { z } from 'zod'
import { MAX_RICH_MARKUP } from '../../rules/formats/rich-text.ts'
import { CONSENT_ANSWERS, PROJECT_STATES } from '../../rules/research/consent.ts'
import { Email } from '../accounts/users.ts'
import { Flag, Id, IdParams, MAX_AT_ONCE, May, Name, Time, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ConsentEntry, Measurements } from './consents.ts'
import { OfferedTo } from './offers.ts'

const endsAfterStart = {
  check: (lr: { start: string; end?: string | null | undefined }) => !lr.end || lr.end > lr.start,
  failure: { path: ['end'], params: { code: 'end_before_start' } },
}

const Placed = {
  research_subject_id: Id.default(100),
  /** The research project it is part of; none when it stands alone. */
  research_id: Id.nullish(),
  start: Time,
  end: Time.nullish(),
}

export const LocationResearchInput = z
  .object({
    location_id: Id,
    area_id: Id,
    device_ids: z.array(Id).min(1).max(MAX_AT_ONCE),
    /** Ends at `start` what the devices do elsewhere then, as far as the caller manages it. */
    move: z.boolean().optional(),
    ...Placed,
  })
  .refine(endsAfterStart.check, endsAfterStart.failure)

export const PlacementsEnd = z.object({ location_research_ids: z.array(Id).min(1).max(MAX_AT_ONCE), end: Time })

/** Change of a placement. A field not named stays: a plan that is shortened keeps its subject and its project. */
export const LocationResearchChange = z
  .object({ ...Placed, research_subject_id: Id.optional() })
  .refine(endsAfterStart.check, endsAfterStart.failure)

export const LocationResearch = z.object({
  id: Id,
  location_id: Id,
  location_name: z.string(),
  area_id: Id,
  area_name: z.string(),
  area_type_id: Id,
  device_id: Id,
  device_name: z.string(),
  research_subject_id: Id,
  research_id: Id.nullable(),
  research_name: z.string().nullable(),
  start: TimeOut,
  end: TimeOut.nullable(),
  time_zone: z.string(),
  rentals: z.array(z.object({ start: TimeOut, end: TimeOut.nullable() })),
  may: May,
})
export type LocationResearch = z.infer<typeof LocationResearch>

const Words = z.string().trim().max(2500).nullish()
const People = z.array(Email).max(200)

export const ResearchInput = z
  .object({
    name: Name,
    research_subject_id: Id.default(100),
    start: Time,
    end: Time.nullish(),
    aim: Words,
    /** Plain text, or a rich one as HTML: what else is in it than a rich text may have is left out. */
    purpose: z.string().trim().max(MAX_RICH_MARKUP).nullish(),
    conclusion: Words,
    institution: z.string().trim().max(255).nullish(),
    /** Measurements it is about; none or null where it is about whatever is measured. */
    target_measurements: z.array(Measurements.element).max(200).nullish(),
    /** People who see this project besides the owners of its locations, by e-mail. */
    people: People.default([]),
  })
  .refine(endsAfterStart.check, endsAfterStart.failure)
export const ResearchChange = ResearchInput.safeExtend({
  /** Version that the form has read. A change of an older one is refused; without it the change is made whatever it meets. */
  version: z.int().min(1).max(2_147_483_647).optional(),
})
export const NewResearch = ResearchInput.safeExtend({
  /** Marks the project of the demo farm, which goes with it. Administrators only. */
  demo: z.boolean().optional(),
})

export const Research = z.object({
  id: Id,
  name: z.string(),
  research_subject_id: Id,
  start: TimeOut,
  end: TimeOut.nullable(),
  aim: z.string().nullable(),
  /** Plain text, or a rich one as HTML, which begins with a block such as `<p>`. */
  purpose: z.string().nullable(),
  conclusion: z.string().nullable(),
  institution: z.string().nullable(),
  target_measurements: z.array(z.string()),
  state: z.enum(PROJECT_STATES),
  /** Person who leads it; null where that account is gone. The address is told to those it asks, and to owners of its places. */
  led_by: z.object({ name: z.string(), email: z.string().nullable() }).nullable(),
  /** People who read its data: who leads it and those added. */
  readers: z.int(),
  /**
   * The caller's answer for their locations: `asked` and waited for, `yes`, `no`, or `open` where nobody asked but they have a
   * place in it. Null for who has nothing to answer.
   */
  answer: z.enum(['asked', 'open', ...CONSENT_ANSWERS]).nullable(),
  consent_history: z.array(ConsentEntry),
  /**
   * Told to those who manage it: who was asked for data and has not answered. Who was asked because a location has another owner is
   * told by the number of that location, without the address.
   */
  open_questions: z.array(
    z.object({ email: z.string().nullable(), location_name: z.string().nullable(), asked_at: TimeOut }),
  ),
  /** Told to those who manage the project. */
  people: z.array(z.string()),
  /** Told to them, too: who has not accepted yet. */
  offers: z.array(OfferedTo),
  created_at: TimeOut,
  /** Counts its changes: whoever says yes names the one that was read. */
  version: z.int(),
  may: May,
})
export type Research = z.infer<typeof Research>

/** Several devices in one go: where, when, what, who, which devices. */
export const QuickStart = z
  .object({
    location_id: Id,
    ...Placed,
    /** A project to make for it; `research_id` joins one that is there. */
    research: z.object({ name: Name, people: People.default([]) }).nullish(),
    devices: z
      .array(z.object({ device_id: Id, area_id: Id }))
      .min(1)
      .max(200),
  })
  .refine(endsAfterStart.check, endsAfterStart.failure)
export type QuickStart = z.output<typeof QuickStart>

/** Continuation from a time on: another device, another area, or both. */
export const Continuation = z
  .object({ at: Time, device_id: Id.optional(), area_id: Id.optional() })
  .refine(input => input.device_id !== undefined || input.area_id !== undefined, {
    path: ['device_id'],
    params: { code: 'required' },
  })

const SpanOut = z.object({ start: TimeOut, end: TimeOut.nullable() })

export const DeviceAvailability = z.object({
  device_id: Id,
  device_name: z.string(),
  /** The caller's rentals. Null: an administrator needs none. */
  rentals: z.array(SpanOut).nullable(),
  /** Uses of the device in or around the period. Places the caller may not know of have no name. */
  uses: z.array(
    SpanOut.extend({
      location_research_id: Id.nullable(),
      location_name: z.string().nullable(),
      area_name: z.string().nullable(),
      research_name: z.string().nullable(),
      /** `delete` ends a use that stands in the caller's way, wherever it is. */
      may: May,
    }),
  ),
  /** Obstacles to the use; nothing when it is free. */
  obstacles: z.array(z.enum(['busy', 'outside_rental'])),
  /** The longest part of the period that would do. */
  suggestion: SpanOut.nullable(),
})
export type DeviceAvailability = z.infer<typeof DeviceAvailability>

export const researchEndpoints = endpoints({
  listLocationResearch: {
    method: 'GET',
    path: '/location_research',
    access: 'signedIn',
    summary:
      'Placements of devices the caller may see; active=1 running, active=0 ended, show_future=1 those to come too. With a timezone their times are written with its offset',
    query: z.object({ timezone: TimeZone.optional(), active: Flag.optional(), show_future: Flag.optional() }),
    response: z.array(LocationResearch),
  },
  createLocationResearch: {
    method: 'POST',
    path: '/location_research',
    access: 'signedIn',
    summary:
      'Place devices in an area for a period, all or none; `move` ends what they do elsewhere. Refused where a device is busy or outside its rental',
    body: LocationResearchInput,
    status: 201,
    response: z.array(LocationResearch),
  },
  updateLocationResearch: {
    method: 'PUT',
    path: '/location_research/:id',
    access: 'signedIn',
    summary: 'Move, shorten or end a placement',
    params: IdParams,
    body: LocationResearchChange,
    response: LocationResearch,
  },
  deleteLocationResearch: {
    method: 'DELETE',
    path: '/location_research/:id',
    access: 'signedIn',
    summary: 'Delete a placement',
    params: IdParams,
    status: 204,
  },
  endLocationResearch: {
    method: 'POST',
    path: '/location_research/end',
    access: 'signedIn',
    summary: 'End several placements at a time that lies in each of them, all or none',
    body: PlacementsEnd,
    status: 204,
  },
  quickStart: {
    method: 'POST',
    path: '/location_research/quick_start',
    access: 'signedIn',
    summary:
      'Place several devices in areas of a location in one go, with a new research project if wanted; all or nothing',
    body: QuickStart,
    status: 201,
    response: z.object({ research: Research.nullable(), location_research: z.array(LocationResearch) }),
  },
  continueLocationResearch: {
    method: 'POST',
    path: '/location_research/:id/continue',
    access: 'signedIn',
    summary: 'End a placement at a time and go on from there with another device or in another area',
    params: IdParams,
    body: Continuation,
    status: 201,
    response: LocationResearch,
  },
  listAvailability: {
    method: 'GET',
    path: '/availability',
    access: 'signedIn',
    summary: 'Whether each device the caller manages can be planned in a period, and what is in the way',
    query: z
      .object({
        start: Time,
        end: Time.optional(),
        /** A placement that is being changed: it is not in its own way. */
        location_research_id: z.coerce.number().pipe(Id).optional(),
      })
      .refine(endsAfterStart.check, endsAfterStart.failure),
    response: z.array(DeviceAvailability),
  },
  listResearch: {
    method: 'GET',
    path: '/research',
    access: 'signedIn',
    summary: 'Research projects the caller may see: the own, those added to, and all at own locations',
    response: z.array(Research),
  },
  getResearchSummary: {
    method: 'GET',
    path: '/research/summary',
    access: 'signedIn',
    summary:
      'Whether the caller sees a research project or a device in one, and a placement that emissions are worked out from',
    response: z.object({ research: z.boolean(), emission: z.boolean() }),
  },
  createResearch: {
    method: 'POST',
    path: '/research',
    access: 'signedIn',
    summary: 'Create a research project; the caller manages it',
    body: NewResearch,
    status: 201,
    response: Research,
  },
  getResearch: {
    method: 'GET',
    path: '/research/:id',
    access: 'signedIn',
    summary: 'One research project',
    params: IdParams,
    response: Research,
  },
  updateResearch: {
    method: 'PUT',
    path: '/research/:id',
    access: 'signedIn',
    summary: 'Change a research project; refused when somebody changed it since the version given',
    params: IdParams,
    body: ResearchChange,
    response: Research,
    failures: ['changed_meanwhile'],
  },
  deleteResearch: {
    method: 'DELETE',
    path: '/research/:id',
    access: 'signedIn',
    summary: 'Delete a research project; its placements stay and stand alone',
    params: IdParams,
    status: 204,
  },
})
