import type { DeviceMapping } from '#shared/contract/measurements/mappings.ts'
import { type Mapping, type MappingRow, plainRow } from '#shared/rules/ingest/mapping.ts'
import { numberIn, numberText } from '../../kit/forms/number-field.tsx'

/** Value for "left out" where a measurement is chosen. */
export const LEAVE_OUT = '-'

/** A row as it stands in its fields. */
export interface DraftRow {
  /** Key of the row on this page alone: rows move and go. */
  key: number
  path: string
  /** Empty while none is chosen. */
  abbreviation: string
  /** Empty: the unit the measurement is kept in. */
  unit: string
  scale: string
  offset: string
  raw_min: string
  raw_max: string
}

export interface MappingDraft {
  rows: DraftRow[]
  time_path: string
  /** Preset the rows were taken from; null where it was none. */
  preset: string | null
  mapping_id: number | null
}

let keys = 0

export const draftRow = (row: MappingRow): DraftRow => ({
  key: ++keys,
  path: row.path,
  abbreviation: row.abbreviation ?? LEAVE_OUT,
  unit: row.unit ?? '',
  scale: numberText(row.scale),
  offset: numberText(row.offset),
  raw_min: numberText(row.raw_min),
  raw_max: numberText(row.raw_max),
})

export const emptyRow = (path: string): DraftRow => ({ ...draftRow(plainRow(path, null)), abbreviation: '' })

export const mappingDraftOf = (
  mapping: Mapping | null,
  from: { preset?: string | null; mapping_id?: number | null } = {},
): MappingDraft => ({
  rows: mapping?.rows.map(draftRow) ?? [],
  time_path: mapping?.time_path ?? '',
  preset: from.preset ?? null,
  mapping_id: from.mapping_id ?? null,
})

/** Mapping that stands in the fields: an empty field is what it says in grey, text that is no number is NaN. */
export const mappingOf = ({ rows, time_path }: Pick<MappingDraft, 'rows' | 'time_path'>): Mapping => ({
  rows: rows.map(row => ({
    path: row.path.trim(),
    abbreviation: row.abbreviation === LEAVE_OUT ? null : row.abbreviation,
    unit: row.unit || null,
    scale: numberIn(row.scale) ?? 1,
    offset: numberIn(row.offset) ?? 0,
    raw_min: numberIn(row.raw_min),
    raw_max: numberIn(row.raw_max),
  })),
  time_path: time_path.trim() || null,
})

/** Mapping that is saved; null where nothing is left of it. */
export const savedOf = (draft: MappingDraft): Mapping | null => {
  const mapping = mappingOf(draft)
  return mapping.rows.length === 0 && mapping.time_path === null ? null : mapping
}

export const isSame = (a: Mapping | null, b: Mapping | null): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True when saving would change something. */
export const isMappingChanged = (draft: MappingDraft, saved: Omit<DeviceMapping, 'version'>): boolean =>
  !isSame(savedOf(draft), saved.mapping) ||
  (savedOf(draft) !== null && (draft.preset !== saved.preset || draft.mapping_id !== saved.mapping_id))
