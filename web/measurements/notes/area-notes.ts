import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AreaNote } from '#shared/contract/diary/area-notes.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import type { Frame } from '#shared/contract/measurements/measurements.ts'
import type { Location } from '#shared/contract/places/locations.ts'
import type { LocationResearch } from '#shared/contract/places/research.ts'
import { type Interval, sharedPart, toInterval } from '#shared/rules/time/interval.ts'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { ask } from '../../kit/api/api.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { queryOf } from '../../kit/api/query.ts'
import { marksOf } from '../../research/notes/marks.ts'
import type { Subject } from '../page/subject.ts'

/** Time (epoch ms) for which a device hung in an area that the caller sees. */
export interface NotePlace extends Interval {
  areaId: number
  /** True where the caller may write there. */
  mayWrite: boolean
}

/** Places whose notes belong beside the charts of a subject: where its device hung, as far as the caller sees these places. */
export const notePlacesOf = (
  { device_id, target }: Pick<Subject, 'device_id' | 'target'>,
  placements: readonly Pick<LocationResearch, 'id' | 'device_id' | 'location_id' | 'area_id' | 'start' | 'end'>[],
  locations: readonly Pick<Location, 'id' | 'may' | 'areas'>[],
): NotePlace[] =>
  placements
    .filter(one => one.device_id === device_id)
    .filter(one => !('location_research_id' in target) || target.location_research_id === one.id)
    .flatMap(one => {
      const location = locations.find(({ id }) => id === one.location_id)
      if (!location?.areas.some(({ id }) => id === one.area_id)) return []
      return [{ ...toInterval(one), areaId: one.area_id, mayWrite: location.may.includes('edit') }]
    })

const useNotePlaces = (subject: Subject): NotePlace[] => {
  const { data: placements } = useQuery(queryOf(api.listLocationResearch, {}))
  const { data: locations } = useQuery(LOCATIONS)
  return useMemo(() => notePlacesOf(subject, placements ?? [], locations ?? []), [subject, placements, locations])
}

/** Interval of a note (epoch ms): one of a moment lasts no longer than that. */
const intervalOf = ({ start, end }: Pick<AreaNote, 'start' | 'end'>): Interval => ({
  from: Date.parse(start),
  until: end === null ? Date.parse(start) + 1 : Date.parse(end),
})

/** Notes that touch the time in which the device hung in their area. */
export const notesAt = (notes: readonly AreaNote[], places: readonly NotePlace[]): AreaNote[] =>
  notes.filter(note => places.some(place => place.areaId === note.area_id && sharedPart(intervalOf(note), place)))

/** Names of marks in one chart: more would cover its lines. */
const NAMED_MARKS = 12

/** Marks of notes in a chart; beyond a dozen names without any, which the lane has. A name is one line. */
export const noteMarks = (notes: readonly AreaNote[]) => {
  const marks = marksOf(notes.map(({ text, start, end }) => ({ title: text.replaceAll(/\s+/g, ' '), start, end })))
  return marks.length > NAMED_MARKS ? marks.map(mark => ({ ...mark, label: '' })) : marks
}

type NotesAnswer = ResponseOf<typeof api.listAreaNotes>

/** All notes of an area in a period, a page after the other. */
const everyNote = async (id: number, period: { from: string; until: string }): Promise<NotesAnswer> => {
  const notes: AreaNote[] = []
  let cursor: string | undefined
  do {
    const page = await ask(api.listAreaNotes, { params: { id }, query: { ...period, ...(cursor ? { cursor } : {}) } })
    notes.push(...page.notes)
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  return { notes, next: null }
}

const together = (reads: UseQueryResult<NotesAnswer>[]): AreaNote[] => reads.flatMap(({ data }) => data?.notes ?? [])

/** Notes beside the charts of a subject in a period, and where they are written; the same objects until others come. */
export const useAreaNotes = (subject: Subject, frame: Pick<Frame, 'from' | 'until'>) => {
  const places = useNotePlaces(subject)
  // A running period moves with each message: whole hours are asked for.
  const from = Math.floor(Date.parse(frame.from) / HOUR_MS) * HOUR_MS
  const until = Math.ceil(Date.parse(frame.until) / HOUR_MS) * HOUR_MS
  const ids = [...new Set(places.filter(place => sharedPart(place, { from, until })).map(({ areaId }) => areaId))]
  const query = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  const read = useQueries({
    queries: ids.map(id => ({
      ...queryOf(api.listAreaNotes, { params: { id }, query }),
      queryFn: () => everyNote(id, query),
      // Notes stay while those of the next period, or hour, are on their way.
      placeholderData: (before: NotesAnswer | undefined) => before,
    })),
    combine: together,
  })
  return useMemo(() => notesAt(read, places), [read, places])
}

/** Area in which a note of a time (epoch ms) is written; null where the caller may write none. */
export const useNoteArea = (subject: Subject): ((time: number) => number | null) => {
  const places = useNotePlaces(subject)
  return time => places.find(({ from, until, mayWrite }) => mayWrite && from <= time && time < until)?.areaId ?? null
}
