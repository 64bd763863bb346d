import { z } from 'zod'
import { CONSENT_ANSWERS, CONSENT_KINDS, READ_KINDS } from '../../rules/research/consent.ts'
import { Email } from '../accounts/users.ts'
import { Id, IdParams, Language, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const Key = z.string().regex(/^[a-z0-9_]{1,64}$/i)
export const Measurements = z.array(Key).min(1).max(200)

/** Entry of the ledger of a project, as the caller may know it. */
export const ConsentEntry = z.object({
  id: Id,
  kind: z.enum(CONSENT_KINDS),
  /** Address that was asked; told to who asked, and to itself. A change of owners tells it to nobody else. */
  email: z.string().nullable(),
  location_id: Id.nullable(),
  /** Name of the location as it was; its pseudonym for a researcher. */
  location_name: z.string().nullable(),
  /** Zone of the location, whose clocks count for its days; null for a question. */
  time_zone: z.string().nullable(),
  /** Name of who said it; told to the owners of the location. Nobody says that its owner changed. */
  said_by: z.string().nullable(),
  /** Time from which on data is shared, or is not. */
  from: TimeOut.nullable(),
  /** Devices it is about; null for each one of the location that is part of the project. */
  device_ids: z.array(Id).nullable(),
  /** Empty for a question. */
  measurements: z.array(z.string()),
  updated_at: TimeOut,
})
export type ConsentEntry = z.infer<typeof ConsentEntry>

/** A question to an owner of locations. */
export const ConsentQuestion = z.object({ email: Email })

export const ConsentInput = z.object({
  location_id: Id,
  answer: z.enum(CONSENT_ANSWERS),
  from: Time,
  /** Devices to share; every one placed at the location that is part of no other project where none are named. */
  device_ids: z.array(Id).min(1).max(200).optional(),
  /** Measurements to share; those the project is about where none are named, and all where it names none. Of a no all of them. */
  measurements: Measurements.optional(),
  /** Version of the project that was read. A yes to an older one is refused; without one it is to what the project is by now. */
  version: z.int().min(1).max(2_147_483_647).optional(),
  /**
   * Last entry of the ledger about the location that was read; null where there was none. An answer after a later one is refused,
   * unless it repeats that; without this it is given whatever was said meanwhile.
   */
  last_entry_id: Id.nullish(),
})
export type ConsentInput = z.output<typeof ConsentInput>

/** Values of one measurement of a device that a yes would show. */
export const ConsentPreview = z.object({
  device_id: Id,
  device_name: z.string(),
  area_name: z.string(),
  measurement: z.string(),
  from: TimeOut,
  until: TimeOut,
  /** Readings so far. */
  values: z.int(),
  /** Readings of each day from `from` on; of each week where these were more than 100. */
  by_step: z.array(z.int()),
  step_days: z.int(),
})
export type ConsentPreview = z.infer<typeof ConsentPreview>

/** Reading of shared data: it stays shared. */
export const ConsentedReadOut = z.object({
  id: Id,
  at: TimeOut,
  /** Time of the last look of that day that went on with it; `at` where there was none. */
  last_at: TimeOut,
  kind: z.enum(READ_KINDS),
  read_by: z.string(),
  location_id: Id,
  device_id: Id,
  device_name: z.string(),
  measurements: z.array(z.string()),
  from: TimeOut,
  until: TimeOut,
})
export type ConsentedReadOut = z.infer<typeof ConsentedReadOut>

/** A placement of a project, as the caller may know it. */
export const ResearchPlace = z.object({
  location_research_id: Id,
  location_id: Id,
  location_name: z.string(),
  area_id: Id,
  area_name: z.string(),
  area_type_id: Id,
  device_id: Id,
  device_name: z.string(),
  start: TimeOut,
  end: TimeOut.nullable(),
  time_zone: z.string(),
  /** Coordinates rounded to 10 km. */
  lat: z.number().nullable(),
  lon: z.number().nullable(),
  /** True where names are numbers, as the caller reads by consent. */
  pseudonymous: z.boolean(),
  /** Times in which the caller may read, with their measurements; null for every one. */
  readable: z.array(
    z.object({ from: TimeOut, until: TimeOut.nullable(), measurements: z.array(z.string()).nullable() }),
  ),
  /** Share (0 to 1) of the hours so far in which there are readings; null before the first. */
  coverage: z.number().nullable(),
})
export type ResearchPlace = z.infer<typeof ResearchPlace>

/** A project that the caller does not see any more, as the ledger keeps it, with what was said about locations of the caller. */
export const LeftResearch = z.object({
  id: Id,
  name: z.string(),
  institution: z.string().nullable(),
  /** Name and address of who led it when an owner answered last. */
  led_by: z.string().nullable(),
  consent_history: z.array(ConsentEntry),
})
export type LeftResearch = z.infer<typeof LeftResearch>

const linked = z.record(z.string(), z.unknown())

export const consentEndpoints = endpoints({
  listResearchPlaces: {
    method: 'GET',
    path: '/research/:id/places',
    access: 'signedIn',
    summary: 'Placements of a project: by name where the caller sees the place, by number where it is read by consent',
    params: IdParams,
    response: z.array(ResearchPlace),
  },
  askForConsent: {
    method: 'POST',
    path: '/research/:id/questions',
    access: 'signedIn',
    summary: 'Ask an owner of locations to share data with a project, by e-mail; reminded after 7 and 14 days',
    params: IdParams,
    body: ConsentQuestion,
    status: 201,
    response: z.array(ConsentEntry),
  },
  listConsents: {
    method: 'GET',
    path: '/research/:id/consents',
    access: 'signedIn',
    summary: 'The consent ledger of a project as far as the caller may know it, oldest first',
    params: IdParams,
    response: z.array(ConsentEntry),
  },
  createConsent: {
    method: 'POST',
    path: '/research/:id/consents',
    access: 'signedIn',
    summary: 'Say yes or no from a time on, for a location of the caller. A yes moves only earlier, a no only later',
    params: IdParams,
    body: ConsentInput,
    status: 201,
    response: ConsentEntry,
    failures: ['changed_meanwhile'],
  },
  previewConsent: {
    method: 'POST',
    path: '/research/:id/consents/preview',
    access: 'signedIn',
    scope: 'read',
    summary: 'What a yes would show: each measurement of each device with its time and readings',
    params: IdParams,
    body: ConsentInput,
    response: z.array(ConsentPreview),
    failures: ['changed_meanwhile'],
  },
  listLeftResearch: {
    method: 'GET',
    path: '/research/left',
    access: 'signedIn',
    summary:
      'Projects the caller does not see any more, as deleted ones, that locations of the caller answered: who read them is told by /research/:id/reads as before',
    response: z.array(LeftResearch),
  },
  listConsentReads: {
    method: 'GET',
    path: '/research/:id/reads',
    access: 'signedIn',
    summary:
      'Who opened or downloaded what of the locations of the caller, the last look first; of former ones while they were theirs',
    params: IdParams,
    query: z.object({
      /** Id of a read; those that come after it in this order are given. */
      before: z.coerce.number().pipe(Id).optional(),
      /** Its `last_at` as it was read: looks that go on meanwhile move it, and those after it stay where they were. */
      before_at: Time.optional(),
      limit: z.coerce.number().int().min(1).max(200).default(100),
    }),
    response: z.array(ConsentedReadOut),
  },
  listConsentReadSpans: {
    method: 'GET',
    path: '/research/:id/reads/spans',
    access: 'signedIn',
    summary: 'The first and the last time that was read at each location of the caller',
    params: IdParams,
    response: z.array(z.object({ location_id: Id, from: TimeOut, until: TimeOut })),
  },
  getConsentReceipt: {
    method: 'GET',
    path: '/consents/:id/receipt',
    access: 'signedIn',
    summary: 'Receipt of an answer, as JSON-LD after ISO/IEC TS 27560 with the Data Privacy Vocabulary',
    params: IdParams,
    response: linked,
  },
  getConsentReceiptPdf: {
    method: 'GET',
    path: '/consents/:id/receipt/pdf',
    access: 'signedIn',
    summary: 'The same receipt as PDF',
    params: IdParams,
    query: z.object({ locale: Language.optional() }),
    file: 'application/pdf',
  },
})
