import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { newId } from '../kit/browser/new-id.ts'
import { withTrueNames } from '../kit/language/demo-mode.ts'
import { serverNow } from '../kit/time/now.ts'
import { outboxChanged, sendNow } from './outbox/outbox.ts'
import { type InspectionPayload, isUnsent, type OutboxItem } from './outbox/outbox-item.ts'
import { keptAfterAll, removed } from './outbox/outbox-removal.ts'
import { changeOutboxItem, putOutboxItem } from './outbox/outbox-store.ts'

/** Summary of an inspection as a list has it: enough to delete it, and to say in the outbox which one it is. */
const toldOf = (inspection: InspectionSummary): InspectionPayload => ({
  date: inspection.date,
  impression: inspection.impression,
  needs_attention: inspection.needs_attention,
  notes: inspection.notes,
  reminder_date: inspection.reminder_date,
  reminder: inspection.reminder,
  location_id: inspection.location_id,
  area_ids: inspection.areas.map(({ id }) => id),
  answers: {},
  research_id: inspection.research_id,
  checklist_id: inspection.checklist_id,
  checklist_version: null,
})

const removalOf = (inspection: InspectionSummary, userId: number): OutboxItem => {
  const written = withTrueNames(toldOf(inspection))
  return {
    id: newId(),
    user_id: userId,
    made_at: serverNow(),
    is_new: false,
    inspection_id: inspection.id,
    base: written,
    base_version: inspection.version,
    written,
    trying: null,
    remove: true,
    restore: false,
    parts: [],
    state: 'waiting',
    tries: 0,
    tried_at: null,
    said: '',
    refusal: null,
    theirs: null,
    answered: inspection.answered,
    asked: inspection.asked,
  }
}

const goes = () => {
  outboxChanged()
  void sendNow()
}

/**
 * Puts the deletion of an inspection into the outbox; a change of it that waits there goes no further.
 * Resolves to the id of the outbox item. Rejects with `NotKept` where the device has no room.
 */
export const removeInspection = async (inspection: InspectionSummary, userId: number): Promise<string> => {
  const outboxItem = await putOutboxItem(outboxItems => {
    const waits = outboxItems.find(
      one => isUnsent(one) && one.user_id === userId && one.inspection_id === inspection.id,
    )
    return waits ? removed(waits) : removalOf(inspection, userId)
  })
  goes()
  return outboxItem.id
}

/** Takes a deletion back: out of the outbox, or there where it has arrived. */
export const keepInspection = async (outboxItemId: string): Promise<void> => {
  await changeOutboxItem(outboxItemId, keptAfterAll)
  goes()
}
