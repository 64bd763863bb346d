import type { ImportCounts } from '#shared/contract/measurements/imports.ts'
import { type Acting, writeAudit } from '../audit/audit.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { Failure } from '../kit/failure.ts'
import { isoNow, type Services } from '../kit/services.ts'
import {
  countReplaced,
  deleteWritten,
  noteReplaced,
  pointOf,
  type ReplacedRow,
  type Standing,
  standingAt,
} from '../series/journal.ts'
import { publishRewritten } from '../series/latest.ts'
import type { MeasurementRow } from '../series/measurement-rows.ts'
import { type Walk, walk } from './pass.ts'
import { deletePieces } from './piece-store.ts'
import { countsOf } from './preview.ts'
import { finishStoring, isUndone, noteImportProgress, releaseImport, takeImport } from './store.ts'

/** Time within which a worker on an import notes again that it works; after it somebody else may go on. */
const BUSY_MS = 30_000

export const busyUntil = (services: Pick<Services, 'now'>): string => new Date(services.now() + BUSY_MS).toISOString()

/**
 * Stores what the preview showed. What a value replaces is noted before it is written, and rows that an earlier try wrote are
 * known by the import's id: after a crash the same call goes on. Throws conflict while somebody else is at it, and when
 * somebody else took over meanwhile.
 */
export const commit = async (
  services: Services & Acting,
  ingest: Ingest,
  options: Omit<Walk, 'onRow' | 'onBatch'>,
): Promise<ImportCounts> => {
  const { db, series } = services
  const { importId, deviceId } = options
  const taken = { state: 'storing', now: isoNow(services), until: busyUntil(services) } as const
  const held = await takeImport(db, importId, { ...taken, from: ['waiting', 'storing'], plan: options.plan })
  if (!held) throw new Failure('conflict')
  const plan = held.plan ?? options.plan
  const file = { ...options, plan }
  const requireHeld = async (more: { rows_done?: number } = {}): Promise<void> => {
    if (!(await noteImportProgress(db, held, { ...more, busy_until: busyUntil(services) })))
      throw new Failure('conflict')
  }
  try {
    let kept = 0
    const counts = await walk({
      ...file,
      onBatch: async ({ rows, again, rowsRead }) => {
        const { wanted, replaced } = await prepare(services, file, rows)
        kept += countOnce(rows, again) - countOnce(wanted, again)
        await requireHeld()
        if (wanted.length > 0) await ingest.store(wanted)
        try {
          await requireHeld({ rows_done: rowsRead })
        } catch (error) {
          // This commit stalled while it stored, and somebody undid the import meanwhile.
          if (await isUndone(db, importId)) await takeBack(services, ingest, { importId, deviceId, replaced })
          throw error
        }
      },
    })
    if (counts.taken === 0) {
      await releaseImport(db, held)
      throw new Failure('nothing_accepted')
    }
    const stored = plan.replace
      ? countsOf(counts, await countReplaced(series, importId))
      : { ...countsOf(counts, kept), replaced: 0 }
    await db.transaction().execute(async trx => {
      if (!(await finishStoring(trx, held, stored, isoNow(services)))) throw new Failure('conflict')
      await writeAudit(services, trx, { action: 'import_stored', device_id: deviceId })
    })
    await deletePieces(db, importId)
    return stored
  } finally {
    await noteImportProgress(db, held, { busy_until: '' })
    publishRewritten(services, deviceId)
  }
}

/** Rows of which no earlier one of the file is of the same measurement and time. */
const countOnce = (rows: readonly MeasurementRow[], again: ReadonlySet<MeasurementRow>): number =>
  rows.reduce((sum, row) => sum + (again.has(row) ? 0 : 1), 0)

/** Brings back what a batch replaced where it stands, and deletes what was written. */
const takeBack = async (
  services: Services,
  ingest: Ingest,
  { importId, deviceId, replaced }: { importId: number; deviceId: number; replaced: ReplacedRow[] },
): Promise<void> => {
  const rows = replaced.map(
    ([, , key, time, value, writtenBy]): MeasurementRow => [deviceId, key, time, value, writtenBy],
  )
  const standing = rows.length > 0 ? await standingAt(services.series, deviceId, rows) : new Map<string, Standing>()
  const back = rows.filter(([, key, time]) => standing.get(pointOf(key, time))?.writtenBy === importId)
  if (back.length > 0) await ingest.store(back)
  await deleteWritten(services, deviceId, importId)
}

/** The rows to store of a batch, after what they replace is noted. */
const prepare = async (
  { series }: Services,
  { importId, deviceId, plan }: Pick<Walk, 'importId' | 'deviceId' | 'plan'>,
  rows: MeasurementRow[],
): Promise<{ wanted: MeasurementRow[]; replaced: ReplacedRow[] }> => {
  const standing = await standingAt(series, deviceId, rows)
  const others = [...new Map(rows.map(row => [pointOf(row[1], row[2]), row]))].flatMap(([point, [, key, time]]) => {
    const found = standing.get(point)
    return found && found.writtenBy !== importId
      ? [{ point, row: [importId, deviceId, key, time, found.value, found.writtenBy] satisfies ReplacedRow }]
      : []
  })
  if (!plan.replace) {
    const taken = new Set(others.map(({ point }) => point))
    return { wanted: rows.filter(([, key, time]) => !taken.has(pointOf(key, time))), replaced: [] }
  }
  const replaced = others.map(({ row }) => row)
  if (replaced.length > 0) await noteReplaced(series, replaced)
  return { wanted: rows, replaced }
}
