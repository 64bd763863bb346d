import { UNDO_DAYS } from '#shared/contract/measurements/imports.ts'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { deleteWritten, forgetReplaced, replacersOf, toBringBack } from '../series/journal.ts'
import { publishRewritten } from '../series/latest.ts'
import { busyUntil } from './commit.ts'
import { deletePieces } from './piece-store.ts'
import { finishUndoing, type ImportRow, noteImportProgress, notUndone, takeImport } from './store.ts'

/** Time until which an import can be undone; null for one that was not stored. */
export const undoUntil = ({ stored_at }: Pick<ImportRow, 'stored_at'>): string | null =>
  stored_at === null ? null : new Date(Date.parse(stored_at) + UNDO_DAYS * DAY_MS).toISOString()

/**
 * Takes back what an import wrote, and brings back what it replaced. After a crash the same call goes on. Throws conflict while
 * it is being stored, after 90 days, and while a later import that wrote over it stands: that one has to be undone first.
 */
export const undo = async (services: Services & Acting, ingest: Ingest, row: ImportRow): Promise<void> => {
  const { db, series } = services
  const last = undoUntil(row)
  if (last !== null && last < isoNow(services)) throw new Failure('conflict')
  if ((await notUndone(db, await replacersOf(series, row.id))).length > 0) throw new Failure('conflict')
  const held = await takeImport(db, row.id, {
    from: ['storing', 'stored', 'undoing'],
    state: 'undoing',
    now: isoNow(services),
    until: busyUntil(services),
  })
  if (!held) throw new Failure('conflict')
  const goOn = async (): Promise<void> => {
    if (!(await noteImportProgress(db, held, { busy_until: busyUntil(services) }))) throw new Failure('conflict')
  }
  try {
    // First what was there before, so that at no time nothing is.
    for await (const rows of toBringBack(series, row.device_id, row.id)) {
      if (rows.length > 0) await ingest.store(rows)
      await goOn()
    }
    await deleteWritten(services, row.device_id, row.id, goOn)
    await db.transaction().execute(async trx => {
      if (!(await finishUndoing(trx, held, isoNow(services)))) throw new Failure('conflict')
      await writeAudit(services, trx, { action: 'import_undone', device_id: row.device_id })
    })
    await forgetReplaced(series, [row.id])
    await deletePieces(db, row.id)
  } finally {
    await noteImportProgress(db, held, { busy_until: '' })
    publishRewritten(services, row.device_id)
  }
}
