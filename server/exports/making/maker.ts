import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS, SECOND_MS } from '#shared/rules/time/units.ts'
import { fromJson, jsonOf } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { after, GivenUp, type HeldWork, type Hold, workInTurn } from '../../kit/held-work.ts'
import { wordsIn } from '../../kit/language.ts'
import { newSecret } from '../../kit/security/secrets.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { activeAccount, callerOf } from '../../users/accounts.ts'
import { requireStillSeen } from '../access.ts'
import { sliceReaderOf } from '../formats/format.ts'
import { FORMATS } from '../formats/formats.ts'
import { beginExportFile, changeMaking, type ExportRow, endExportFile, takeExport } from '../store.ts'
import { type ExportPlan, planExport } from './plan.ts'
import { takenOf } from './taken.ts'

const CONCURRENCY = 2
/** Progress is written this often, in ms. */
const NOTED_EVERY = SECOND_MS
/** Time (ms) after which another process goes on with what a killed one was making. */
const HELD_MS = 9 * SECOND_MS

type Progress = { values_done?: number; input?: ExportRow['input']; values?: number; file?: string }

/** Folder where files are written before they go into the store. */
export const folderOf = (services: Pick<Services, 'environment'>): string =>
  join(services.environment.DATA_DIR, 'exports')

export interface Maker {
  /** Makes what waits, if making is this process's work. */
  look(): void
  /** Stops at once what is made here; elsewhere it ends with the next sign. */
  stop(id: number): void
  /** Resolves when nothing is being made. */
  idle(): Promise<void>
}

const makers = new WeakMap<Services, Maker>()

/** Makes what waits in this process. */
export const makeExports = async (services: Services): Promise<void> => makers.get(services)?.look()

/** Makes the files of exports, two at a time. What a process leaves that ends, another one makes. */
export const createMaker = (services: Services, ending: AbortSignal): Maker => {
  const { ROLE } = services.environment
  const isOurs = ROLE === 'all' || ROLE === 'jobs'
  const stops = new Map<number, AbortController>()
  const lanes = new Set<Promise<void>>()
  let isAsked = false

  const work: HeldWork<ExportRow, Progress> = {
    name: 'export',
    heldMs: HELD_MS,
    take: async (now, until) => (ending.aborted ? undefined : takeExport(services.db, now, until)),
    hold: (row, taken_until, progress) =>
      changeMaking(services.db, row, { ...progress, taken_until, progressed_at: isoNow(services) }),
    make: async (row, hold) => {
      const stop = new AbortController()
      stops.set(row.id, stop)
      try {
        await makeExport(services, row, hold, AbortSignal.any([stop.signal, ending]))
      } catch (error) {
        if (stop.signal.aborted) throw new GivenUp()
        if (!ending.aborted) throw error
        await changeMaking(services.db, row, { status: 'waiting', taken_until: isoNow(services) })
        throw new GivenUp()
      } finally {
        stops.delete(row.id)
      }
    },
    // A failure is shown at once: whoever asked for the file can ask again.
    isFinal: () => true,
    fail: async (row, error) => {
      if (error && !(error instanceof Failure)) services.log.error({ err: error, export: row.id }, 'export failed')
      const at = isoNow(services)
      await changeMaking(services.db, row, { status: 'failed', taken_until: at, finished_at: at })
    },
  }

  const lane = async (): Promise<void> => {
    do {
      isAsked = false
      await workInTurn(services, work)
    } while (isAsked && !ending.aborted)
  }

  const maker: Maker = {
    look: () => {
      if (!isOurs) return
      isAsked = true
      if (lanes.size >= CONCURRENCY) return
      const begun: Promise<void> = lane()
        .catch(error => services.log.error({ err: error }, 'exports were not made'))
        .finally(() => lanes.delete(begun))
      lanes.add(begun)
    },
    stop: id => stops.get(id)?.abort(),
    idle: async () => {
      while (lanes.size > 0) await Promise.all(lanes)
    },
  }
  makers.set(services, maker)
  return maker
}

const makeExport = async (
  services: Services,
  row: ExportRow,
  hold: Hold<Progress>,
  ending: AbortSignal,
): Promise<void> => {
  const { db, files } = services
  const plan = await planOf(services, row)
  const stored = fromJson(row.input)
  const taken = takenOf(plan, Date.parse(row.created_at))
  // The file holds what is seen now: rights may have changed while it waited.
  await hold.goOn({ input: jsonOf({ ...stored, zone: plan.zone, keys: plan.keys, taken }), values: plan.values })
  const path = join(folderOf(services), `${row.id}-${row.tries}.part`)
  try {
    const file = await hold.during(async lost => {
      await writeFile(services, { row, plan, path, hold, signal: AbortSignal.any([lost, ending]) })
      if (row.file !== null) await files.remove(row.file)
      const name = `exports/${newSecret()}`
      await beginExportFile(db, name, isoNow(services))
      await files.writeFrom(name, path)
      return name
    })
    const { size } = await stat(path)
    const at = isoNow(services)
    const ready = await changeMaking(db, row, {
      status: 'ready',
      taken_until: at,
      values_done: plan.values,
      bytes: size,
      file,
      finished_at: at,
      expires_at: after(services, DAY_MS),
    })
    if (ready) return
    // Thrown away meanwhile, or another process has it.
    await files.remove(file)
    await endExportFile(db, file)
    throw new GivenUp()
  } finally {
    await rm(path, { force: true })
  }
}

/** The plan of an export, as it was when somebody asked for it. */
const planOf = async (services: Services, row: ExportRow): Promise<ExportPlan> => {
  const { input, language = 'en' } = fromJson(row.input)
  const account = await activeAccount(services.db, row.user_id)
  if (!account) throw new Failure('not_found')
  const { db, series } = services
  const now = () => Date.parse(row.created_at)
  return planExport(input, { db, series, now, user: callerOf(account), language, t: wordsIn(language) })
}

interface Writing {
  row: ExportRow
  plan: ExportPlan
  path: string
  hold: Hold<Progress>
  signal: AbortSignal
}

const writeFile = async (services: Services, { row, plan, path, hold, signal }: Writing): Promise<void> => {
  await mkdir(folderOf(services), { recursive: true })
  let values = 0
  let noted = performance.now()
  const onValues = (more: number) => {
    values += more
    if (performance.now() - noted < NOTED_EVERY) return
    noted = performance.now()
    hold.goOn({ values_done: Math.min(values, plan.values) }).catch(() => {})
  }
  const taken = takenOf(plan, Date.parse(row.created_at))
  const requireRight = () => requireStillSeen(services.db, row.user_id, taken)
  const read = sliceReaderOf(plan, { series: services.series, signal, onValues, requireRight })
  const chunks = FORMATS[plan.input.format].write(plan, read)
  await pipeline(Readable.from(chunks), createWriteStream(path, { flush: true }), { signal })
}
