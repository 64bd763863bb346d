import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#shared/rules/time/units.ts'
import { fromJson } from '../../kit/database/json.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { requireStillSeen } from '../access.ts'
import { sliceReaderOf } from '../formats/format.ts'
import { FORMATS } from '../formats/formats.ts'
import { changeExport, type ExportRow, noteExportProgress } from '../store.ts'
import type { ExportPlan } from './plan.ts'

const CONCURRENCY = 2
/** Progress is written this often, in ms. */
const NOTED_EVERY = 1000
/** Interval (ms) at which a process notes that it still works on its exports, however long one slice takes. */
const BEAT_MS = 10_000

export const folderOf = (services: Pick<Services, 'environment'>): string =>
  join(services.environment.DATA_DIR, 'exports')
export const exportFileOf = (services: Pick<Services, 'environment'>, row: Pick<ExportRow, 'id' | 'format'>): string =>
  join(folderOf(services), `${row.id}.${row.format}`)

export interface Maker {
  /** Makes the file when it is its turn. */
  make(row: ExportRow, plan: ExportPlan): void
  stop(id: number): void
  /** Resolves when nothing is being made. */
  idle(): Promise<void>
}

/** Makes the files of exports, two at a time; what is asked for meanwhile waits. */
export const createMaker = (services: Services, ending: AbortSignal): Maker => {
  const waiting: { row: ExportRow; plan: ExportPlan }[] = []
  const running = new Map<number, { stop: AbortController; done: Promise<void> }>()

  let beating: NodeJS.Timeout | undefined
  const alive = () =>
    noteExportProgress(services.db, [...running.keys(), ...waiting.map(({ row }) => row.id)], isoNow(services))
  /** Says that what is made goes on, and that what waits has not been forgotten. */
  const beat = (): void => {
    if (running.size > 0) beating ??= setInterval(() => void alive().catch(() => {}), BEAT_MS).unref()
    else {
      clearInterval(beating)
      beating = undefined
    }
  }

  const next = (): void => {
    const one = running.size < CONCURRENCY && !ending.aborted ? waiting.shift() : undefined
    if (!one) return
    const { id } = one.row
    const stop = new AbortController()
    const signal = AbortSignal.any([stop.signal, ending])
    const done = makeFile(services, one.row, one.plan, signal)
      .catch(async error => {
        if (!signal.aborted) services.log.error({ err: error, export: id }, 'export failed')
        await rm(`${exportFileOf(services, one.row)}.part`, { force: true })
        await changeExport(services.db, id, { status: 'failed', finished_at: isoNow(services) })
      })
      .catch(error => services.log.error({ err: error, export: id }, 'a failed export was not noted'))
      .finally(() => {
        running.delete(id)
        beat()
        next()
      })
    running.set(id, { stop, done })
    beat()
  }

  return {
    make: (row, plan) => {
      waiting.push({ row, plan })
      next()
    },
    stop: id => {
      const at = waiting.findIndex(({ row }) => row.id === id)
      if (at >= 0) waiting.splice(at, 1)
      running.get(id)?.stop.abort()
    },
    idle: async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}

const makeFile = async (services: Services, row: ExportRow, plan: ExportPlan, signal: AbortSignal): Promise<void> => {
  const file = exportFileOf(services, row)
  await mkdir(folderOf(services), { recursive: true })
  await changeExport(services.db, row.id, { status: 'running', progressed_at: isoNow(services) })
  let values = 0
  let noted = performance.now()
  const onValues = (more: number) => {
    values += more
    if (performance.now() - noted < NOTED_EVERY) return
    noted = performance.now()
    const values_done = Math.min(values, row.values)
    changeExport(services.db, row.id, { values_done }).catch(() => {})
  }
  const { taken = [] } = fromJson(row.input)
  const requireRight = () => requireStillSeen(services.db, row.user_id, taken)
  const read = sliceReaderOf(plan, { series: services.series, signal, onValues, requireRight })
  const chunks = FORMATS[row.format].write(plan, read)
  await pipeline(Readable.from(chunks), createWriteStream(`${file}.part`, { flush: true }), { signal })
  await rename(`${file}.part`, file)
  const { size } = await stat(file)
  await changeExport(services.db, row.id, {
    status: 'ready',
    values_done: row.values,
    bytes: size,
    finished_at: isoNow(services),
    expires_at: new Date(services.now() + DAY_MS).toISOString(),
  })
}
