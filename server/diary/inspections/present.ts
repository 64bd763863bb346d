import type { Inspection, InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { type Language, MAX_INSPECTION_PHOTOS } from '#shared/contract/fixed.ts'
import { elementAt } from '#shared/rules/collections/elements.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { Services } from '../../kit/services.ts'
import type { Caller } from '../../locations/access.ts'
import type { PhotoAddresses } from '../../photos/addresses.ts'
import { inspectionPhotos, photoCounts } from '../../photos/of-inspections.ts'
import { seenInspections } from '../access.ts'
import { versionOf } from '../checklists/checklist-store.ts'
import { presentItems } from '../checklists/items.ts'
import { readyList } from '../checklists/template.ts'
import { areasOfInspections, type InspectionRow, listNames, locationsOfIds, namesOfPeople } from '../store.ts'
import { type FileAddresses, presentFiles } from './files.ts'

/** Photos that a list shows of each inspection. */
const SHOWN_PHOTOS = 3

export interface InspectionReader {
  user: Caller
  language: Language
  photos: PhotoAddresses
  files: FileAddresses
}

/** Inspections that the reader sees as the contract shows them in lists, in their order. */
export const presentSummaries = async (
  { db }: Pick<Services, 'db'>,
  { user, language, photos: addresses }: Omit<InspectionReader, 'files'>,
  rows: readonly InspectionRow[],
  mostPhotos = SHOWN_PHOTOS,
): Promise<InspectionSummary[]> => {
  const ids = rows.map(row => row.id)
  const areas = Map.groupBy(await areasOfInspections(db, ids), area => area.inspection_id)
  const locations = new Map(
    (
      await locationsOfIds(
        db,
        rows.map(row => row.location_id),
      )
    ).map(one => [one.id, one]),
  )
  const people = await namesOfPeople(
    db,
    rows.map(row => row.created_by),
  )
  const lists = new Map((await listNames(db, ids)).map(one => [one.id, one]))
  const edited = await seenInspections(db, user, ids, 'edit')
  const photos = await inspectionPhotos(db, addresses, { user, edited }, ids, mostPhotos)
  const counts = await photoCounts(db, ids)
  return rows.map(row => {
    const list = lists.get(row.id)
    const location = locations.get(row.location_id)
    return {
      id: row.id,
      client_id: row.client_id,
      version: row.version,
      date: row.date,
      impression: row.impression,
      needs_attention: row.needs_attention === 1,
      notes: row.notes,
      reminder_date: row.reminder_date,
      reminder: row.reminder,
      created_at: row.created_at,
      updated_at: row.updated_at,
      created_by: people.get(row.created_by ?? 0) ?? null,
      location_id: row.location_id,
      location_name: location?.name ?? '',
      time_zone: location?.time_zone ?? 'UTC',
      areas: (areas.get(row.id) ?? []).map(({ id, name, area_type_id }) => ({ id, name, area_type_id })),
      research_id: row.research_id,
      checklist_id: row.checklist_id,
      checklist_name: list ? (readyList(list.ready_key ?? '')?.names[language] ?? list.name) : null,
      answered: row.answered,
      asked: row.asked,
      photo_count: counts.get(row.id) ?? 0,
      photos: photos.get(row.id) ?? [],
      may: edited.has(row.id) ? ['edit', 'delete'] : [],
    }
  })
}

/** An inspection that the reader sees, with all there is of it. */
export const presentInspection = async (
  services: Pick<Services, 'db' | 'now'>,
  reader: InspectionReader,
  row: InspectionRow,
): Promise<Inspection> => {
  const summary = elementAt(await presentSummaries(services, reader, [row], MAX_INSPECTION_PHOTOS), 0)
  const { checklist_id, checklist_version, updated_by } = row
  const version =
    checklist_id === null || checklist_version === null
      ? undefined
      : await versionOf(services.db, checklist_id, checklist_version)
  return {
    ...summary,
    files: await presentFiles(services, reader.files, reader.user, row.id),
    items: version ? presentItems(fromJson(version.items), reader.language) : [],
    answers: fromJson(row.answers),
    updated_by: (await namesOfPeople(services.db, [updated_by])).get(updated_by ?? 0) ?? null,
  }
}
