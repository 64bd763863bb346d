import { publishWhoLeft } from '../../kit/api/log-out.ts'
import { onSessionEnd } from '../../kit/api/session.ts'
import { readUnsentBy, type Unsent } from '../../kit/api/unsent.ts'
import { onConnection } from '../../kit/browser/connection.ts'

/** Keys of what this browser keeps of a person besides what they wrote: drafts of places and checklists, and where they inspect. */
const OF_PERSON = /^barnometer\.(?:inspect|draft\.location|draft\.checklist)\.(\d+)(?:\.|$)/

/** Forgets what this browser keeps of somebody whose account is gone: nobody can see or send it any more. */
const forgetPerson = async (userId: number): Promise<void> => {
  for (const key of Object.keys(localStorage))
    if (OF_PERSON.exec(key)?.[1] === String(userId)) localStorage.removeItem(key)
  const [{ dropAllOf }, { draftPrefix }] = await Promise.all([
    import('../../diary/outbox/outbox-store.ts'),
    import('../../diary/inspection-form/draft/form-draft.ts'),
  ])
  await dropAllOf(userId, draftPrefix(userId))
}

/** Inspections that are lost with the account of who is in. */
const unsentHere = async (): Promise<Unsent> => {
  const [{ readOutbox }, { isUnsent }] = await Promise.all([
    import('../../diary/outbox/outbox.ts'),
    import('../../diary/outbox/outbox-item.ts'),
  ])
  const { outboxItems, drafts } = await readOutbox()
  return { waiting: outboxItems.filter(isUnsent).length, begun: drafts.length }
}

/**
 * Begins to tell the server of those who logged out, as soon as it can be reached, and to forget who has deleted the own account, who is
 * told before what would be lost. Returns what ends that.
 */
export const watchWhoLeft = (): (() => void) => {
  const publish = () => void publishWhoLeft()
  publish()
  readUnsentBy(unsentHere)
  window.addEventListener('online', publish)
  const stops = [
    onConnection(lost => lost || publish()),
    // A browser that keeps nothing has nothing to forget.
    onSessionEnd((how, { id }) => void (how === 'deleted' && forgetPerson(id).catch(() => undefined))),
    () => window.removeEventListener('online', publish),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
