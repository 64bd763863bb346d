import type { ChecklistItem } from '../../shared/contract/checklists.ts'
import { asTrue } from '../kit/demo-mode.ts'
import { type Draft, parcelOf, writtenIn } from './form-draft.ts'
import { keepLast } from './form-last.ts'
import { outboxChanged, sendNow } from './outbox.ts'
import { submitDraft } from './outbox-store.ts'

/**
 * Puts a draft into the outbox, from where it is sent at once if it can be: there is one way, with reception and without.
 * False where another tap or tab has done so already. Rejects with `NotKept` where the device has no room; the draft stays.
 */
export const submit = async (
  draft: Draft,
  zone: string,
  items: readonly ChecklistItem[] | null,
  version: number | null,
): Promise<boolean> => {
  // Names a demonstration hides are known only until it ends.
  const written = asTrue(writtenIn(draft, zone, items, version))
  const done = await submitDraft(draft.key, draft.id, before => parcelOf(draft, written, items, before))
  if (done) keepLast(draft.user_id, { ...draft.values })
  outboxChanged()
  void sendNow()
  return done
}
