import type { ImportCounts } from '../../../shared/contract/imports.ts'
import { Failure } from '../../kit/failure.ts'
import { isoNow, type World } from '../../kit/world.ts'
import type { Ingest } from '../ingest.ts'
import { tellRewritten } from '../latest.ts'
import type { MeasurementRow } from '../store.ts'
import { dropFile } from './files.ts'
import { countReplaced, noteReplaced, pointOf, type ReplacedRow, standingAt } from './journal.ts'
import { type Walk, walk } from './pass.ts'
import { countsOf } from './preview.ts'
import { finishStoring, noteProgress, releaseImport, takeImport } from './store.ts'

/** Whoever works on an import says so again within this time; after it somebody else may go on. */
const BUSY_MS = 30_000

export const busyUntil = (world: Pick<World, 'now'>): string => new Date(world.now() + BUSY_MS).toISOString()

/**
 * Stores what the preview showed. What a value replaces is noted before it is written, and rows that an earlier try wrote are
 * known by the import's id: after a crash the same call goes on. Throws conflict while somebody else is at it.
 */
export const commit = async (
  world: World,
  ingest: Ingest,
  asked: Omit<Walk, 'onRow' | 'onBatch'>,
): Promise<ImportCounts> => {
  const { db, series } = world
  const { importId, deviceId, plan } = asked
  const taken = { from: ['waiting', 'storing'], state: 'storing', now: isoNow(world), until: busyUntil(world) }
  if (!(await takeImport(db, importId, taken))) throw new Failure('conflict')
  try {
    let kept = 0
    const counts = await walk({
      ...asked,
      onBatch: async ({ rows, rowsRead }) => {
        const wanted = await prepare(world, asked, rows)
        kept += rows.length - wanted.length
        if (wanted.length > 0) await ingest.store(wanted)
        await noteProgress(db, importId, { rows_done: rowsRead, busy_until: busyUntil(world) })
      },
    })
    if (counts.taken === 0) {
      await releaseImport(db, importId)
      throw new Failure('nothing_accepted')
    }
    const stored = plan.replace
      ? countsOf(counts, await countReplaced(series, importId))
      : { ...countsOf(counts, kept), replaced: 0 }
    await finishStoring(db, importId, stored, isoNow(world))
    await dropFile(db, importId)
    return stored
  } finally {
    await noteProgress(db, importId, { busy_until: '' })
    tellRewritten(world, deviceId)
  }
}

/** The rows to store of a batch, each point once, after what they replace is noted. */
const prepare = async (
  { series }: World,
  { importId, deviceId, plan }: Pick<Walk, 'importId' | 'deviceId' | 'plan'>,
  rows: MeasurementRow[],
): Promise<MeasurementRow[]> => {
  const standing = await standingAt(series, deviceId, rows)
  const others = [...new Map(rows.map(row => [pointOf(row[1], row[2]), row]))].flatMap(([point, [, key, time]]) => {
    const found = standing.get(point)
    return found && found.writtenBy !== importId
      ? [{ point, row: [importId, deviceId, key, time, found.value, found.writtenBy] satisfies ReplacedRow }]
      : []
  })
  if (!plan.replace) {
    const taken = new Set(others.map(({ point }) => point))
    return rows.filter(([, key, time]) => !taken.has(pointOf(key, time)))
  }
  if (others.length > 0)
    await noteReplaced(
      series,
      others.map(({ row }) => row),
    )
  return rows
}
