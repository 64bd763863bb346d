import { UNDO_DAYS } from '#shared/contract/measurements/imports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { custodyPeriods } from '../devices/access.ts'
import { createIngestOfShards } from '../ingest/ingest-of-shards.ts'
import { withLateNotes } from '../ingest/late.ts'
import { Failure } from '../kit/failure.ts'
import { wordsIn } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { forgetReplaced, withReplaced } from '../series/journal.ts'
import { readingsKeptFrom } from '../series/summaries/horizon.ts'
import { accountOfId, callerOf } from '../users/accounts.ts'
import { commit } from './commit.ts'
import { deleteForgotten, type ImportRow, leftImports, storedBetween } from './store.ts'
import { undo } from './undo.ts'

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

/** Goes on with what a process was storing or undoing that is gone: each is taken by one process, which then holds it. */
export const goOnWithImports = async (services: Services): Promise<void> => {
  const left = await leftImports(services.db, isoNow(services))
  if (left.length === 0) return
  const { log } = services
  const ingest = withLateNotes(services, createIngestOfShards(services))
  for (const row of left) {
    try {
      if (row.state === 'undoing') await undo({ ...services, user: null, request: NOBODY }, ingest, row)
      else await goOnStoring(services, ingest, row)
    } catch (error) {
      // Another process was faster, or there is nothing to store.
      if (!(error instanceof Failure)) log.error({ err: error, import: row.id }, 'an import did not go on')
    }
  }
  await ingest.flush()
}

/** Caller as the audit log knows it: the process that was asked is gone. */
const NOBODY = { ip: '', headers: {} }

const goOnStoring = async (services: Services, ingest: Parameters<typeof commit>[1], row: ImportRow): Promise<void> => {
  const { db, now } = services
  const account = row.created_by === null ? undefined : await accountOfId(db, row.created_by)
  const spans = account ? await custodyPeriods(db, callerOf(account), row.device_id) : []
  // Rights say which rows may be stored: without any, what was stored so far would stay, of a file that counts as not begun.
  if (!account || spans.length === 0) return undo({ ...services, user: null, request: NOBODY }, ingest, row)
  const plan = JSON.parse(row.plan ?? '{}')
  const t = wordsIn(account.locale)
  const keptFrom = await readingsKeptFrom(db)
  const file = { importId: row.id, deviceId: row.device_id, plan, spans, keptFrom }
  const acting = { ...services, user: account, request: NOBODY }
  await commit(acting, ingest, { db, ...file, t, now: now() })
}
