import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { roundedPlace } from '#shared/rules/research/consent.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { noteReads } from '../consents/ledger.ts'
import { fromJson, jsonOf } from '../kit/database/json.ts'
import { ZipTooLong } from '../kit/files/zip.ts'
import { GivenUp, type HeldWork, type Hold, workInTurn } from '../kit/held-work.ts'
import { wordsIn } from '../kit/language.ts'
import { newSecret } from '../kit/security/secrets.ts'
import { isoNow, type Services } from '../kit/services.ts'
import { pointsOfLocations } from '../locations/places.ts'
import { researchNotesOf } from '../research/notes/notes.ts'
import { projectOfId, type ResearchRow } from '../research/projects.ts'
import { taxonomyLists } from '../taxonomy/lists.ts'
import { accountOfId } from '../users/accounts.ts'
import type { EarlierVersion, SnapshotContent } from './content.ts'
import { publishedDepositsOf } from './deposits/deposit-store.ts'
import { frozenReads, planSnapshot, type SnapshotPlan } from './plan.ts'
import { urlOfSnapshot } from './present.ts'
import {
  changeMaking,
  changeSnapshot,
  deleteSnapshotRow,
  type SnapshotRow,
  snapshotOfId,
  snapshotsToForget,
  takeSnapshot,
} from './store.ts'
import { writeSnapshot } from './write-snapshot.ts'

/** Progress is written this often, in ms. */
const NOTED_EVERY = 1000

type Progress = Partial<Pick<SnapshotRow, 'file' | 'values_done'>>

const folderOf = (services: Pick<Services, 'environment'>): string => join(services.environment.DATA_DIR, 'snapshots')

/** Makes what waits, one after the other. */
export const makeSnapshots = (services: Services): Promise<void> => workInTurn(services, snapshotsToMake(services))

const snapshotsToMake = (services: Services): HeldWork<SnapshotRow, Progress> => ({
  name: 'frozen version',
  heldMs: MINUTE_MS,
  take: (now, until) => takeSnapshot(services.db, now, until),
  hold: (row, taken_until, progress) => changeMaking(services.db, row, { ...progress, taken_until }),
  make: (row, hold) => hold.during(signal => makeSnapshot(services, row, { hold, signal })),
  isFinal: error => error instanceof NothingShared || error instanceof ZipTooLong,
  fail: row => failSnapshot(services, row),
})

/** Says that owners share nothing of what a version was to hold any more, or that its project or maker is gone. */
class NothingShared extends Error {}

const makeSnapshot = async (
  services: Services,
  row: SnapshotRow,
  { hold, signal }: { hold: Hold<Progress>; signal: AbortSignal },
): Promise<void> => {
  const { db, files } = services
  const project = row.research_id === null ? undefined : await projectOfId(db, row.research_id)
  const maker = row.user_id === null ? undefined : await accountOfId(db, row.user_id)
  if (!project || !maker) throw new NothingShared()
  const { language } = row
  const asking = { ...services, language, t: wordsIn(language), at: Date.parse(row.created_at) }
  const plan = await planSnapshot(asking, project, fromJson(row.input))
  if (plan.values === 0) throw new NothingShared()
  await hold.goOn()
  // Frozen data stands in the consent ledger before a byte of it is written.
  // Another try of the same version is no other read.
  const since = row.tries > 1 ? row.created_at : undefined
  await noteReads(services, maker, 'frozen', frozenReads(plan), since)
  const path = join(folderOf(services), `${row.id}-${row.tries}.zip`)
  try {
    const onValues = progressOf(row, hold)
    const { content, ...written } = await writeZipFile(services, { row, project, plan, path, signal, onValues })
    if (row.file !== null) await files.remove(row.file)
    // A name of its own, so that no try ever touches the file of another. Named before it is kept: whatever happens then, the
    // file is known and removed in its time.
    const file = `snapshots/${newSecret()}`
    await hold.goOn({ file })
    try {
      await files.writeFrom(file, path)
    } catch (error) {
      await files.remove(file)
      throw error
    }
    const at = isoNow(services)
    const { values } = content
    const kept = { ...written, content: jsonOf(content), values, values_done: values }
    const ready = await changeMaking(db, row, { ...kept, status: 'ready', taken_until: at, finished_at: at })
    if (ready) return
    // Deleted while it was kept, or taken by another process: no row would ever say that the file is there.
    await files.remove(file)
    throw new GivenUp()
  } finally {
    await rm(path, { force: true })
  }
}

/** Notes how many values were read, now and then. */
const progressOf = (row: SnapshotRow, hold: Hold<Progress>) => {
  let read = 0
  let noted = performance.now()
  return (more: number): void => {
    read += more
    if (performance.now() - noted < NOTED_EVERY) return
    noted = performance.now()
    hold.goOn({ values_done: Math.min(row.values, read) }).catch(() => {})
  }
}

interface Writing {
  row: SnapshotRow
  project: ResearchRow
  plan: SnapshotPlan
  path: string
  signal: AbortSignal
  onValues: (values: number) => void
}

/** Writes the ZIP of a version beside the store of files, with its checksum. */
const writeZipFile = async (
  services: Services,
  { row, project, plan, path, signal, onValues }: Writing,
): Promise<{ content: SnapshotContent; bytes: number; sha256: string }> => {
  await mkdir(folderOf(services), { recursive: true })
  const known = await knownContent(services, { row, project, plan })
  const within = { from: known.from, until: known.until }
  const notes = (await researchNotesOf(services.db, [project.id])).filter(
    ({ from, until }) => from < within.until && (until ?? from) >= within.from,
  )
  const hash = createHash('sha256')
  const made: { content?: SnapshotContent } = {}
  const chunks = async function* () {
    const writing = writeSnapshot({ services, plan, known, notes, beside: `${path}.parquet`, signal, onValues })
    for (let next = await writing.next(); ; next = await writing.next()) {
      if (next.done) {
        made.content = next.value
        return
      }
      hash.update(next.value)
      yield next.value
    }
  }
  await pipeline(Readable.from(chunks()), createWriteStream(path, { flush: true }), { signal })
  if (!made.content) throw new GivenUp()
  return { content: made.content, bytes: (await stat(path)).size, sha256: hash.digest('hex') }
}

/** Everything a version says of itself but what is counted while it is written. */
const knownContent = async (
  services: Services,
  { row, project, plan }: Pick<Writing, 'row' | 'project' | 'plan'>,
): Promise<Omit<SnapshotContent, 'values' | 'rows' | 'coverage' | 'measurements'>> => {
  const { title, authors, licence, step_seconds = null } = fromJson(row.input)
  const subjects = taxonomyLists(row.language).research_types.flatMap(type => type.subjects)
  const places = new Map(plan.intervals.map(({ consent, location }) => [consent.locationId, location]))
  const points = await pointsOfLocations(services.db, [...places.keys()])
  const iso = (time: number) => new Date(time).toISOString()
  return {
    ...{ title, authors, licence, step_seconds },
    institution: project.institution,
    version: row.version,
    created_at: row.created_at,
    zone: plan.zone,
    url: urlOfSnapshot(services, row),
    research_id: project.id,
    project: {
      name: project.name,
      aim: project.aim,
      purpose: project.purpose,
      subject: subjects.find(({ id }) => id === project.research_subject_id)?.name ?? '',
    },
    from: iso(plan.from),
    until: iso(plan.until),
    // Devices with values are counted, as the preview counts them.
    devices: new Set(plan.counted.map(({ deviceId }) => deviceId)).size,
    places: [...places].map(([id, location]) => {
      const { lat = null, lon = null } = points.get(id) ?? {}
      return { id, location, ...(lat === null || lon === null ? { lat: null, lon: null } : roundedPlace({ lat, lon })) }
    }),
    reads: frozenReads(plan).map(({ deviceId, locationId, measurements, from, until }) => ({
      device_id: deviceId,
      location_id: locationId,
      measurements: [...measurements],
      from: iso(from),
      until: iso(until),
    })),
    earlier: await earlierOf(services, project),
  }
}

/** Versions of a project that were published in a repository, the oldest first; each by its first identifier. */
const earlierOf = async ({ db }: Pick<Services, 'db'>, { id }: ResearchRow): Promise<EarlierVersion[]> => {
  const published = await publishedDepositsOf(db, id)
  const firsts = [...Map.groupBy(published, one => one.version).values()].flatMap(of => of[0] ?? [])
  return firsts.flatMap(({ version, doi, summary }) => {
    if (doi === null || summary === null) return []
    const { title, authors } = fromJson(summary)
    return [{ version, doi, title, authors }]
  })
}

const failSnapshot = async (services: Services, row: SnapshotRow): Promise<void> => {
  const at = isoNow(services)
  await changeMaking(services.db, row, { status: 'failed', taken_until: at, finished_at: at })
}

/** Removes files of deleted versions, and of projects that are gone: the file first, so that none is left without a row. */
export const forgetSnapshots = async (services: Services): Promise<void> => {
  for (const row of await snapshotsToForget(services.db, isoNow(services))) {
    if (row.file !== null) await services.files.remove(row.file)
    if (row.research_id === null) await deleteSnapshotRow(services.db, row.id)
    else await changeSnapshot(services.db, row.id, { file: null, bytes: 0 })
  }
  const folder = folderOf(services)
  for (const name of await readdir(folder).catch(() => [])) {
    const [id, tries] = name.split(/\D/).map(Number)
    const row = id ? await snapshotOfId(services.db, id) : undefined
    // A process that was killed left it behind.
    if (row?.status !== 'running' || row.tries !== tries) await rm(join(folder, name), { force: true })
  }
}
