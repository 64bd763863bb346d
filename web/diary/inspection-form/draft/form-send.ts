import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { withTrueNames } from '../../../kit/language/demo-mode.ts'
import { outboxChanged, sendNow, sendUnkept } from '../../outbox/outbox.ts'
import type { OutboxItem } from '../../outbox/outbox-item.ts'
import {
  changeOutboxItem,
  dropInspectionDraft,
  NotKept,
  readOutboxItem,
  submitDraft,
} from '../../outbox/outbox-store.ts'
import { type InspectionDraft, outboxItemOf, writtenIn } from './form-draft.ts'
import { keepLast } from './form-last.ts'

/** Outbox items that were tried without a place to keep them, as far as they came: tried again, they go on from there. */
const unkept = new Map<string, OutboxItem>()

/** ms. Somebody who saves is told what became of it, if that is known so soon. */
const SOON = 2500

/** States of a saved draft: soon after it was saved, and at last, if it was still on its way then. */
export type Saved = AsyncIterable<OutboxItem['state']>

async function* statesOf(id: string): Saved {
  const stateOf = async () => (await readOutboxItem(id).catch(() => undefined))?.state ?? 'waiting'
  const sending = sendNow()
  await Promise.race([sending, new Promise(done => setTimeout(done, SOON))])
  const soon = await stateOf()
  yield soon
  if (soon !== 'waiting') return
  // A slow network or a busy server takes longer than anybody waits for a word, and still takes it.
  await sending
  const last = await stateOf()
  if (last !== soon) yield last
}

async function* sent(): Saved {
  yield 'sent'
}

/**
 * Puts a draft into the outbox, from where it is sent at once if it can be: there is one way, with reception and without. Where
 * the device has no room for it, it goes to the server at once or not at all. Resolves once it is safe, with what tells where it
 * is from then on; rejects with `NotKept` where it is neither here nor there, and the draft stays in the form.
 */
export const submit = async (
  { draft, kept }: { draft: InspectionDraft; kept: boolean },
  zone: string,
  items: readonly ChecklistItem[] | null,
  version: number | null,
): Promise<Saved> => {
  // Names a demonstration hides are known only until it ends.
  const written = withTrueNames(writtenIn(draft, zone, items, version))
  const make = (before: OutboxItem | undefined) => outboxItemOf(draft, written, items, unkept.get(draft.id) ?? before)
  try {
    await submitDraft(draft.key, draft.id, make, kept)
    unkept.delete(draft.id)
  } catch (failure) {
    if (!(failure instanceof NotKept)) throw failure
    const last = await sendUnkept(make(await readOutboxItem(draft.id).catch(() => undefined)))
    unkept.set(draft.id, last)
    if (last.state !== 'sent') throw failure
    // The server has it: an older state of it here must not follow.
    await dropInspectionDraft(draft.key).catch(() => undefined)
    await changeOutboxItem(draft.id, () => null).catch(() => undefined)
    unkept.delete(draft.id)
    keepLast(draft.user_id, { ...draft.values })
    outboxChanged()
    return sent()
  }
  keepLast(draft.user_id, { ...draft.values })
  outboxChanged()
  return statesOf(draft.id)
}
