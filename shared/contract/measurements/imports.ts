import { z } from 'zod'
import { Id, IdParams, May, TimeOut, TimeZone } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { READING_CODES } from './measurements.ts'

/** Larger files are refused; of a packed one what it unpacks to counts. */
export const MAX_IMPORT_BYTES = 200 * 1024 * 1024
/** Files of one account that wait to be stored, and the bytes of all of them: more are refused. */
export const MAX_UNFINISHED_IMPORTS = 5
export const MAX_UNFINISHED_BYTES = 500 * 1024 * 1024
/** An import can be undone for so many days. */
export const UNDO_DAYS = 90

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const
export const IMPORT_SEPARATORS = [',', ';', '\t', '|'] as const
/** Forms of dates: year, month and day in one of three orders, or a number of seconds or milliseconds since 1970. */
export const TIME_FORMS = ['ymd', 'dmy', 'mdy', 'epoch_s', 'epoch_ms'] as const
/** Roles of a column: a moment, its date, its time of day, values, or nothing that is wanted. */
export const COLUMN_ROLES = ['skip', 'time', 'date', 'clock', 'value'] as const

export const ImportColumn = z
  .object({
    role: z.enum(COLUMN_ROLES),
    /** Abbreviation of the measurement; with `value` only. */
    measurement: z.string().min(1).max(50).nullish(),
    /** Unit as it is written in the file; without one it is that of the measurement. */
    unit: z.string().max(20).nullish(),
    /** True once somebody said that the unit is right: nobody is asked about it again. */
    sure: z.boolean().optional(),
  })
  .refine(column => column.role !== 'value' || column.measurement, {
    path: ['measurement'],
    params: { code: 'required' },
  })
export type ImportColumn = z.output<typeof ImportColumn>

/** Plan by which a file is read. The server guesses it, and every guess can be changed. */
export const ImportPlan = z
  .object({
    encoding: z.enum(ENCODINGS),
    separator: z.enum(IMPORT_SEPARATORS),
    decimal: z.enum(['.', ',']),
    /** Lines before the names of the columns, or before the first row where there are none. */
    skip_lines: z.int().min(0).max(100_000),
    header: z.boolean(),
    time_form: z.enum(TIME_FORMS),
    /** Time zone of times that are written without an offset. */
    time_zone: TimeZone,
    /** True to replace values that are there already at the same time, false to keep them. */
    replace: z.boolean(),
    columns: z.array(ImportColumn).min(1).max(500),
  })
  .superRefine(({ columns }, context) => {
    const has = (role: ImportColumn['role']) => columns.filter(column => column.role === role).length
    const whole = has('time') === 1 && has('date') === 0 && has('clock') === 0
    const parted = has('time') === 0 && has('date') === 1 && has('clock') <= 1
    if (!whole && !parted) context.addIssue({ code: 'custom', path: ['columns'], params: { code: 'one_time_column' } })
    const measured = columns.flatMap(({ role, measurement }) => (role === 'value' ? [measurement] : []))
    if (new Set(measured).size < measured.length)
      context.addIssue({ code: 'custom', path: ['columns'], params: { code: 'column_twice' } })
  })
export type ImportPlan = z.output<typeof ImportPlan>

/** Reasons a value of a file is not taken: as at every transport, and two that only files have. */
export const IMPORT_REFUSALS = [...READING_CODES, 'outside_rental', 'no_such_time'] as const
export type ImportRefusal = (typeof IMPORT_REFUSALS)[number]

export const ImportCounts = z.object({
  rows: z.int(),
  /** Values that are new. */
  added: z.int(),
  /** Values that stand where another one is; taken only when the plan says so. */
  replaced: z.int(),
  /** Values that take the place of an earlier one of the same file: of the same measurement and time. */
  doubled: z.int(),
  missing: z.int(),
  refused: z.int(),
  /** First and last time of what is taken; null where nothing is. */
  from: TimeOut.nullable(),
  until: TimeOut.nullable(),
})
export type ImportCounts = z.output<typeof ImportCounts>

/** States in their order: previewed, being stored, stored, being undone, undone. */
export const IMPORT_STATES = ['waiting', 'storing', 'stored', 'undoing', 'undone'] as const

export const Import = z.object({
  id: Id,
  device_id: Id,
  file_name: z.string(),
  bytes: z.int(),
  state: z.enum(IMPORT_STATES),
  /** Rows stored so far, while it is being stored. */
  rows_done: z.int(),
  counts: ImportCounts.nullable(),
  created_at: TimeOut,
  /** Person who imported it; null when that account is gone. */
  created_by: z.string().nullable(),
  stored_at: TimeOut.nullable(),
  undone_at: TimeOut.nullable(),
  /** Time until which it can be undone. */
  undo_until: TimeOut.nullable(),
  /** `edit`: it can be stored, or gone on with; `delete`: undone, or thrown away before it is stored. */
  may: May,
})
export type Import = z.output<typeof Import>

const PreviewCell = z.object({
  /** Text of the cell as it stands in the file, shortened. */
  sent: z.string(),
  /** Value as it would be stored; null where it is missing, refused or not wanted. */
  value: z.number().nullable(),
  code: z.enum(IMPORT_REFUSALS).nullable(),
})

export const PreviewRow = z.object({
  /** Line of the file, counted from 1, as an editor shows it. */
  line: z.int(),
  time: TimeOut.nullable(),
  /** Reason the whole row is refused. */
  code: z.enum(IMPORT_REFUSALS).nullable(),
  /** Pass of the hour that comes twice when the clock goes back: the first or the second. */
  fold: z.enum(['first', 'second']).nullable(),
  cells: z.array(PreviewCell),
})
export type PreviewRow = z.output<typeof PreviewRow>

/** Question that the file alone does not answer. */
export const ImportQuestion = z.discriminatedUnion('about', [
  z.object({
    about: z.literal('unit'),
    column: z.int(),
    /** Unit as it is read now, and the middle value of the first rows then, in the unit of the measurement. */
    unit: z.string(),
    value: z.number(),
    /** Units in which it would be what is usual. */
    units: z.array(z.object({ unit: z.string(), value: z.number() })),
  }),
  /** No column says what it measures; this one holds numbers. */
  z.object({ about: z.literal('measurement'), column: z.int() }),
])
export type ImportQuestion = z.output<typeof ImportQuestion>

export const ImportPreview = z.object({
  import: Import,
  plan: ImportPlan,
  /** Names of the columns as the file has them; empty where it has none. */
  names: z.array(z.string()),
  /** The first rows, and the first of each kind that is refused. */
  rows: z.array(PreviewRow),
  counts: ImportCounts,
  /** Refused values by column (null: the whole row) and reason, the most frequent first. */
  refusals: z.array(
    z.object({
      column: z.int().nullable(),
      code: z.enum(IMPORT_REFUSALS),
      values: z.int(),
      /** Lines of the first few. */
      lines: z.array(z.int()),
      sample: z.string(),
    }),
  ),
  /** Questions to be answered before it is stored, by another unit or by `sure`. */
  questions: z.array(ImportQuestion),
  /** Rows in the hour that comes twice when the clock goes back. */
  doubled_rows: z.int(),
})
export type ImportPreview = z.output<typeof ImportPreview>

const ByDevice = z.object({ device_id: z.coerce.number().pipe(Id) })

export const importEndpoints = endpoints({
  listImports: {
    method: 'GET',
    path: '/imports',
    access: 'signedIn',
    summary: 'Files that were imported for a device, the newest first, with those that were undone',
    query: ByDevice,
    response: z.array(Import),
  },
  createImport: {
    method: 'POST',
    path: '/imports',
    access: 'signedIn',
    scope: 'write',
    summary:
      'Upload a CSV file (multipart/form-data, one file, at most 200 MB, also packed as .gz) for a device and see what would become of it; nothing is stored yet. Five files of an account may wait at once',
    query: ByDevice,
    status: 201,
    response: ImportPreview,
    failures: ['no_valid_input', 'too_large', 'wrong_content_type', 'limit_exceeded'],
  },
  previewImport: {
    method: 'PUT',
    path: '/imports/:id',
    access: 'signedIn',
    scope: 'write',
    summary: 'Read an uploaded file in another way, or again as it was read last',
    params: IdParams,
    body: z.object({ plan: ImportPlan.optional() }),
    response: ImportPreview,
    failures: ['conflict'],
  },
  getImport: {
    method: 'GET',
    path: '/imports/:id',
    access: 'signedIn',
    summary: 'One import: how far it is',
    params: IdParams,
    response: Import,
  },
  commitImport: {
    method: 'POST',
    path: '/imports/:id/commit',
    access: 'signedIn',
    scope: 'write',
    summary:
      'Store what the preview shows, or go on where it stopped; done twice it changes nothing. It can be undone for 90 days',
    params: IdParams,
    body: z
      .object({
        /** Plan of the preview that was seen: two windows may read a file in two ways. Without it the last one counts. */
        plan: ImportPlan.optional(),
      })
      .prefault({}),
    status: 201,
    response: ImportCounts,
    failures: ['conflict', 'nothing_accepted', 'busy'],
  },
  undoImport: {
    method: 'DELETE',
    path: '/imports/:id',
    access: 'signedIn',
    scope: 'write',
    summary:
      'Take back exactly what an import wrote and bring back what it replaced; a file not yet stored is thrown away',
    params: IdParams,
    status: 204,
    failures: ['conflict'],
  },
})
