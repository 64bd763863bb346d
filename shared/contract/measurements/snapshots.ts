import { z } from 'zod'
import { DEPOSIT_PROBLEMS, DEPOSIT_STATES, REPOSITORY_KINDS } from '../../rules/research/deposits.ts'
import { LICENCES } from '../../rules/research/licences.ts'
import { FILE_DAMAGES, SNAPSHOT_RIGHTS, SNAPSHOT_STATES } from '../../rules/research/snapshot-states.ts'
import { EXPORT_STEPS } from '../../rules/science/averaging.ts'
import { Id, IdParams, OneLine, Time, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { Measurements } from '../places/consents.ts'

const endsAfterStart = {
  check: ({ from, until }: { from: string; until: string }) => until > from,
  failure: { path: ['until'], params: { code: 'end_before_start' } },
}

const scope = {
  from: Time,
  until: Time,
  /** Measurements to freeze; every one that is shared where none are named. */
  measurements: Measurements.optional(),
  /** Means over so many seconds; every value where none is named. */
  step_seconds: z.union(EXPORT_STEPS.map(step => z.literal(step))).nullish(),
}

/** Period and measurements of a version to be. */
export const SnapshotScope = z.object(scope).refine(endsAfterStart.check, endsAfterStart.failure)
export type SnapshotScope = z.output<typeof SnapshotScope>

export const SnapshotInput = z
  .object({
    ...scope,
    title: OneLine.min(1),
    /** Names as a citation has them, in their order. */
    authors: z.array(OneLine.min(1).max(100)).min(1).max(50),
    licence: z.enum(LICENCES),
  })
  .refine(endsAfterStart.check, endsAfterStart.failure)
export type SnapshotInput = z.output<typeof SnapshotInput>

/** Size of a version to be: of what owners have agreed to share. */
export const SnapshotPreview = z.object({
  from: TimeOut,
  until: TimeOut,
  /** Values as estimated from a count. */
  values: z.int(),
  most_values: z.int(),
  devices: z.int(),
  locations: z.int(),
  days: z.int(),
  /** Measurements with values, of what is shared in the period. */
  measurements: z.array(z.string()),
})
export type SnapshotPreview = z.infer<typeof SnapshotPreview>

/** An owner's no after a version was frozen: later versions end there, this one stays. */
const EndedConsent = z.object({ location: z.string(), from: TimeOut })

const Frozen = z.object({
  id: Id,
  version: z.int(),
  title: z.string(),
  authors: z.array(z.string()),
  licence: z.enum(LICENCES),
  institution: z.string().nullable(),
  from: TimeOut,
  until: TimeOut,
  /** Seconds one value stands for; null where every value is kept. */
  step_seconds: z.int().nullable(),
  measurements: z.array(z.string()),
  values: z.int(),
  devices: z.int(),
  locations: z.int(),
  created_at: TimeOut,
  bytes: z.int(),
  /** Checksum of the file, in hexadecimal digits; null until it is ready. */
  sha256: z.string().nullable(),
  /** The file was found to be lost or changed. */
  damage: z.enum(FILE_DAMAGES).nullable(),
  ended: z.array(EndedConsent),
  citation: z.object({ text: z.string(), bibtex: z.string() }),
  /** Identifier that it got in a repository, once it is published there. */
  doi: z.string().nullable(),
  /** Address of its page, which is there once it is published. */
  url: z.string(),
})

/** A version as it lies in a repository, or is on its way there. */
export const Deposit = z.object({
  id: Id,
  kind: z.enum(REPOSITORY_KINDS),
  url: z.string(),
  collection: z.string().nullable(),
  status: z.enum(DEPOSIT_STATES),
  created_at: TimeOut,
  finished_at: TimeOut.nullable(),
  /** Identifier there; only reserved until it is published. */
  doi: z.string().nullable(),
  /** Page of it there. */
  link: z.string().nullable(),
  problem: z.enum(DEPOSIT_PROBLEMS).nullable(),
  /** Words of the repository why it refused. */
  refusal: z.string().nullable(),
})
export type Deposit = z.infer<typeof Deposit>

export const Snapshot = Frozen.extend({
  status: z.enum(SNAPSHOT_STATES),
  values_done: z.int(),
  /** Person who froze it; null where that account is gone. */
  created_by: z.string().nullable(),
  finished_at: TimeOut.nullable(),
  published_at: TimeOut.nullable(),
  public_download: z.boolean(),
  /** Downloads from its page, by anybody. */
  downloads: z.int(),
  /** Repositories it lies in or is sent to; who does not manage it sees those where it is published. */
  deposits: z.array(Deposit),
  may: z.array(z.enum(SNAPSHOT_RIGHTS)),
})
export type Snapshot = z.infer<typeof Snapshot>

/** Coverage of one measurement of a placement, under its pseudonym. */
export const FrozenCoverage = z.object({
  placement: Id,
  device: z.string(),
  area: z.string(),
  location: z.string(),
  measurement: z.string(),
  values: z.int(),
  /** Share (0 to 1) of the hours in which there are readings. */
  coverage: z.number().nullable(),
})
export type FrozenCoverage = z.infer<typeof FrozenCoverage>

/** A version as anybody knows it who has its address: by numbers instead of names. */
export const PublishedSnapshot = Frozen.extend({
  aim: z.string().nullable(),
  /** Plain text, or a rich one as HTML, which begins with a block such as `<p>`. */
  purpose: z.string().nullable(),
  /** Names of the measurements with their units, in the language of who asks, by key. */
  names: z.record(z.string(), z.string()),
  /** Coordinates rounded to 10 km. */
  places: z.array(z.object({ location: z.string(), lat: z.number().nullable(), lon: z.number().nullable() })),
  coverage: z.array(FrozenCoverage),
  published_at: TimeOut,
  /** Zone of its places, whose days count; not known of versions made before it was kept. */
  time_zone: z.string().optional(),
  download: z.boolean(),
})
export type PublishedSnapshot = z.infer<typeof PublishedSnapshot>

const ZIP = 'application/zip'

export const snapshotEndpoints = endpoints({
  listSnapshots: {
    method: 'GET',
    path: '/research/:id/snapshots',
    access: 'signedIn',
    summary: 'Frozen versions of the data of a project, newest first, with their checksums and citations',
    params: IdParams,
    response: z.array(Snapshot),
  },
  listLeftSnapshots: {
    method: 'GET',
    path: '/snapshots',
    access: 'signedIn',
    summary: 'Published versions that the caller froze and whose project was deleted: their pages can be closed',
    response: z.array(Snapshot),
  },
  previewSnapshot: {
    method: 'POST',
    path: '/research/:id/snapshots/preview',
    access: 'signedIn',
    scope: 'read',
    summary: 'How much a frozen version would hold of what owners have agreed to share',
    params: IdParams,
    body: SnapshotScope,
    response: SnapshotPreview,
  },
  createSnapshot: {
    method: 'POST',
    path: '/research/:id/snapshots',
    access: 'signedIn',
    summary:
      'Freeze the data of a project that owners have agreed to share: a ZIP with tables, descriptors, README and citation, made in the background and kept',
    params: IdParams,
    body: SnapshotInput,
    status: 201,
    response: Snapshot,
    failures: ['too_much_data', 'limit_exceeded'],
  },
  deleteSnapshot: {
    method: 'DELETE',
    path: '/snapshots/:id',
    access: 'signedIn',
    summary: 'Delete the file of a version that is not published; its number is not given again',
    params: IdParams,
    status: 204,
  },
  publishSnapshot: {
    method: 'PUT',
    path: '/snapshots/:id/publication',
    access: 'signedIn',
    summary: 'Give a version a page that anybody can open, with or without the download, or take that back',
    params: IdParams,
    body: z.object({ published: z.boolean(), download: z.boolean() }),
    response: Snapshot,
  },
  createSnapshotLink: {
    method: 'POST',
    path: '/snapshots/:id/link',
    access: 'signedIn',
    scope: 'read',
    summary: 'An address to download the file of a version from, for five minutes and without a token',
    params: IdParams,
    status: 201,
    response: z.object({ path: z.string() }),
    failures: ['file_damaged'],
  },
  getSnapshotFile: {
    method: 'GET',
    path: '/snapshots/:id/file',
    access: 'public',
    summary: 'The ZIP of a version, the same bytes each time, for who reads the project or has the ticket of a link',
    params: IdParams,
    query: z.object({ ticket: z.string().max(200).optional() }),
    file: ZIP,
    failures: ['file_damaged'],
  },
  getPublishedSnapshot: {
    method: 'GET',
    path: '/published/:id',
    access: 'public',
    limited: true,
    summary: 'The page of a published version: title, citation, licence, checksum and coverage',
    params: IdParams,
    response: PublishedSnapshot,
    failures: ['limit_exceeded'],
  },
  getPublishedFile: {
    method: 'GET',
    path: '/published/:id/file',
    access: 'public',
    limited: true,
    summary: 'The ZIP of a published version whose download the project allows',
    params: IdParams,
    file: ZIP,
    failures: ['file_damaged', 'limit_exceeded'],
  },
})
