import type { z } from 'zod'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { fromJson } from '../../kit/database/json.ts'
import type { Words } from '../../kit/language.ts'
import type { Services } from '../../kit/services.ts'
import { requireArea, requireLocation, visibleLocationIds } from '../../locations/access.ts'
import { presentItems } from '../checklists/items.ts'
import { type InspectionRow, versionsOf } from '../store.ts'
import { daysIn } from './list.ts'
import { type InspectionReader, presentSummaries } from './present.ts'
import { countInspections, type InspectionFilter, newestInspections } from './search-store.ts'

type Query = z.output<typeof inspectionEndpoints.listInspectionItems.query>

/** The newest inspections made with a list, and what each answered to the items that any of them was asked. */
export const compareAnswers = async (
  services: Services & { t: Words },
  reader: Omit<InspectionReader, 'files'>,
  query: Query,
) => {
  const { db } = services
  const filter = await filterOf(services, reader, query)
  const newest = await newestInspections(db, filter, query.limit)
  const rows = newest.toReversed()
  const items = itemsOf(newest, await versionsOf(db, newest), reader)
  const answers = rows.map(row => fromJson(row.answers))
  return {
    total: await countInspections(db, filter),
    inspections: await presentSummaries(services, reader, rows),
    rows: items.map(item => ({ item, answers: answers.map(given => given[item.key] ?? null) })),
  }
}

const filterOf = async (
  context: Services & { t: Words },
  { user }: Pick<InspectionReader, 'user'>,
  { area_id, location_id, checklist_id, ...dates }: Query,
): Promise<InspectionFilter> => {
  const { db } = context
  const area = area_id === undefined ? null : await requireArea(db, user, area_id, 'read')
  const location = location_id === undefined ? null : await requireLocation(db, user, location_id, 'read')
  const places = location ? [location.id] : area ? [area.location_id] : await visibleLocationIds(db, user)
  return {
    locationIds: places,
    days: await daysIn(context, places, dates),
    areaIds: area ? [area.id] : undefined,
    checklistId: checklist_id ?? null,
  }
}

type Versions = Awaited<ReturnType<typeof versionsOf>>

/** Every item that one of the inspections was asked; in the order and words of the newest that was asked it. */
const itemsOf = (
  newest: readonly InspectionRow[],
  versions: Versions,
  { language }: Pick<InspectionReader, 'language'>,
): ChecklistItem[] => {
  const items = new Map<string, ChecklistItem>()
  const seen = new Set<string>()
  for (const { checklist_id, checklist_version } of newest) {
    const name = `${checklist_id} ${checklist_version}`
    const version = versions.find(one => one.checklist_id === checklist_id && one.version === checklist_version)
    if (seen.has(name) || !version) continue
    seen.add(name)
    for (const item of presentItems(fromJson(version.items), language))
      if (item.input !== 'heading' && !items.has(item.key)) items.set(item.key, item)
  }
  return [...items.values()]
}
