import { UNDO_DAYS } from '#shared/contract/measurements/imports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import type { Services } from '../kit/services.ts'
import { forgetReplaced, withReplaced } from '../series/journal.ts'
import { deleteForgotten, storedBetween } from './store.ts'

/** Days a server may have been off without leaving something behind. */
const MISSED = 30

/** Throws away files that nobody stored for a day, and what was kept for undoing imports that can't be undone any more. */
export const tidyImports = async ({ db, series, now }: Services): Promise<void> => {
  const ago = (days: number) => new Date(now() - days * DAY_MS).toISOString()
  await deleteForgotten(db, ago(1))
  const old = await storedBetween(db, ago(UNDO_DAYS + MISSED), ago(UNDO_DAYS))
  const left = old.length > 0 ? await withReplaced(series, old) : []
  if (left.length > 0) await forgetReplaced(series, left)
}
