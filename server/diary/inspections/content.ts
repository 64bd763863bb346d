import { isDeepStrictEqual } from 'node:util'
import type { Answer } from '#shared/contract/diary/inspections.ts'
import type { Impression } from '#shared/contract/fixed.ts'
import { progressOf } from '#shared/rules/diary/checklist.ts'
import { searchText } from '#shared/rules/formats/search-text.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import type { KeptItem } from '../checklists/items.ts'
import type { InspectionRow } from '../store.ts'

/**
 * Content of an inspection: what it says and what of it can change; each answer counts as a field of its own,
 * `answers.<key>`.
 */
export interface Content {
  location_id: number
  /** Ids in order; none is the whole location. */
  area_ids: number[]
  date: string
  impression: Impression | null
  needs_attention: boolean
  notes: string
  reminder_date: string | null
  reminder: string
  answers: Record<string, Answer>
}

/** Changes by field: the version in which it changed last, and who changed it. */
export type Changes = Record<string, { version: number; by: number }>

export const sortedIds = (ids: readonly number[]): number[] => [...new Set(ids)].sort((a, b) => a - b)

export const contentOf = (row: InspectionRow, areaIds: readonly number[]): Content => ({
  location_id: row.location_id,
  area_ids: sortedIds(areaIds),
  date: row.date,
  impression: row.impression,
  needs_attention: row.needs_attention === 1,
  notes: row.notes,
  reminder_date: row.reminder_date,
  reminder: row.reminder,
  answers: fromJson(row.answers),
})

/** The columns of a content. */
export const inspectionColumnsOf = (content: Content, items: readonly KeptItem[]) => {
  const { area_ids, answers, needs_attention, ...columns } = content
  return {
    ...columns,
    whole: area_ids.length === 0 ? 1 : 0,
    needs_attention: needs_attention ? 1 : 0,
    folded: searchText(`${content.notes} ${content.reminder}`),
    answers: jsonOf(answers),
    ...progressOf(items, answers),
  }
}

/** Names of the fields in which two contents differ. */
export const changedFieldsOf = (before: Content, after: Content): string[] => {
  const [then, now] = [flat(before), flat(after)]
  return [...new Set([...then.keys(), ...now.keys()])].filter(
    field => !isDeepStrictEqual(then.get(field), now.get(field)),
  )
}

const flat = ({ answers, ...fields }: Content): Map<string, unknown> =>
  new Map<string, unknown>([
    ...Object.entries(fields),
    ...Object.entries(answers).map(([key, answer]): [string, unknown] => [`answers.${key}`, answer]),
  ])

/** The fields that somebody else than `userId` changed since `version`. */
export const contestedIn = (changed: readonly string[], changes: Changes, version: number, userId: number): string[] =>
  changed.filter(field => {
    const last = changes[field]
    return last !== undefined && last.version > version && last.by !== userId
  })
