import { useState } from 'react'
import { CallFailed } from '#shared/contract/call.ts'
import { type Difference, differences, merged } from './conflict.ts'

/** State of a form when somebody else was faster: what differs, and how that is settled. */
export type Conflicting = Omit<ReturnType<typeof useConflict>, 'save'>

interface Conflict<Body> {
  mine: Body
  theirs: Record<string, unknown>
  version: number
  differences: Difference[]
}

/**
 * Saves a place with the version that was read. When somebody else was faster, what differs is held for a choice, and
 * `resolve` saves what was chosen over the version read then.
 */
export const useConflict = <Body extends Record<string, unknown>>(options: {
  before: { version: number; body: Record<string, unknown> }
  read: () => Promise<{ version: number; body: Record<string, unknown> }>
  save: (body: Body & { version: number }) => Promise<unknown>
}) => {
  const [conflict, setConflict] = useState<Conflict<Body> | null>(null)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  /** False when somebody else was faster. */
  const trySave = async (body: Body, version: number): Promise<boolean> => {
    try {
      await options.save({ ...body, version })
      return true
    } catch (thrown) {
      if (!(thrown instanceof CallFailed) || thrown.code !== 'changed_meanwhile') throw thrown
      const now = await options.read()
      const found = differences(options.before.body, body, now.body)
      setConflict({ mine: body, theirs: now.body, version: now.version, differences: found })
      return false
    }
  }
  const resolve = async (takeTheirs: string[]): Promise<boolean> => {
    if (!conflict) return false
    setBusy(true)
    setFailure(null)
    try {
      const saved = await trySave(merged(conflict.mine, conflict.theirs, takeTheirs), conflict.version)
      if (saved) setConflict(null)
      return saved
    } catch (thrown) {
      if (!(thrown instanceof CallFailed)) throw thrown
      setFailure(thrown.message)
      return false
    } finally {
      setBusy(false)
    }
  }
  return {
    save: (body: Body) => trySave(body, options.before.version),
    conflict,
    resolve,
    busy,
    failure,
    close: () => setConflict(null),
  }
}
