import { setTimeout as pause } from 'node:timers/promises'
import { plainTextOf } from '#shared/rules/formats/rich-text.ts'
import type { DepositProblem } from '#shared/rules/research/deposits.ts'
import { frozenDay } from '#shared/rules/research/frozen-days.ts'
import { licenceTextOf } from '#shared/rules/research/licences.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { columnTitle } from '../../exports/formats/names.ts'
import { fromJson } from '../../kit/database/json.ts'
import { Failure } from '../../kit/failure.ts'
import { type HeldWork, type Hold, workInTurn } from '../../kit/held-work.ts'
import { createSeal } from '../../kit/security/seal.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { accountOfId } from '../../users/accounts.ts'
import type { SnapshotContent } from '../content.ts'
import { documentTexts } from '../documents/words.ts'
import { fileNameOf } from '../present.ts'
import { type SnapshotRow, snapshotOfId } from '../store.ts'
import { dataverse } from './dataverse.ts'
import { changeSending, type DepositRow, publishedDepositsOf, repositoryOfId, takeDeposit } from './deposit-store.ts'
import { frozenBytes } from './frozen-bytes.ts'
import { DepositFailed, type DepositMetadata, type RemoteDataset, type Repository } from './repository.ts'
import { zenodo } from './zenodo.ts'

type Progress = Partial<Pick<DepositRow, 'is_begun' | 'remote_id' | 'doi' | 'link'>>

export const REPOSITORY_SEAL = 'repository tokens'

/** Deposits that a process sends at a time: each of another account, so that a slow repository holds up nobody else. */
const LANES = 4
const LOOK_AGAIN_MS = 2000

const REPOSITORIES = { zenodo, dataverse }

const REFUSALS: readonly DepositProblem[] = ['refused', 'token_refused', 'too_large']

/** Sends what waits. While a slow one is under way, the other lanes look for more. */
export const sendDeposits = async (services: Services): Promise<void> => {
  let busy = LANES
  const idle = new AbortController()
  const lane = async (): Promise<void> => {
    for (;;) {
      await workInTurn(services, depositsToSend(services))
      busy--
      if (busy === 0) idle.abort()
      await pause(LOOK_AGAIN_MS, undefined, { ref: false, signal: idle.signal }).catch(() => {})
      if (idle.signal.aborted) return
      busy++
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

const depositsToSend = (services: Services): HeldWork<DepositRow, Progress> => ({
  name: 'deposit',
  // A try whose answer was lost is looked for by the repository's search, which takes some seconds to know of it.
  heldMs: MINUTE_MS,
  take: (now, until) => takeDeposit(services.db, now, until),
  hold: (row, taken_until, progress) => changeSending(services.db, row, { ...progress, taken_until }),
  make: (row, hold) => hold.during(signal => sendDeposit(services, row, { hold, signal })),
  isFinal: error => error instanceof DepositFailed && error.isFinal,
  fail: async (row, error) => {
    const known = error instanceof DepositFailed ? error : null
    const at = isoNow(services)
    await changeSending(services.db, row, {
      ...{ status: 'failed', problem: known?.problem ?? 'failed', refusal: known?.answer ?? null },
      ...{ finished_at: at, taken_until: at },
    })
  },
})

interface Sending {
  hold: Hold<Progress>
  signal: AbortSignal
}

/**
 * Makes a data set of a version, sends its file and publishes it, each step once: what an earlier try did is read from the repository,
 * not remembered.
 */
const sendDeposit = async (services: Services, row: DepositRow, { hold, signal }: Sending): Promise<void> => {
  const repository = await repositoryOf(services, row, signal)
  const { version, content } = await versionOf(services, row)
  let dataset = await begunDataset(repository, row)
  if (!dataset) {
    const metadata = await metadataOf(services, row, { version, content })
    // Noted before it is asked for: whatever happens then, the next try looks whether there is one.
    await hold.goOn({ is_begun: 1, remote_id: null, doi: null, link: null })
    dataset = await repository.create(metadata).catch(async error => {
      // An answer that it was refused says that nothing was made.
      if (error instanceof DepositFailed && REFUSALS.includes(error.problem)) await hold.goOn({ is_begun: 0 })
      throw error
    })
  }
  await hold.goOn(noteOf(dataset))
  if (!dataset.isPublished) {
    const file = await frozenBytes(services, version, { name: fileNameOf(version), signal }).catch(error => {
      throw error instanceof Failure ? new DepositFailed('file_damaged', { cause: error }) : error
    })
    if (!dataset.has(file)) {
      await hold.goOn()
      await repository.upload(dataset, file)
    }
    if (row.publish === 1) {
      await hold.goOn()
      dataset = await repository.publish(dataset)
    }
  }
  const at = isoNow(services)
  const status = dataset.isPublished ? 'published' : 'draft'
  const end = { status, ...noteOf(dataset), finished_at: at, taken_until: at, problem: null, refusal: null } as const
  await changeSending(services.db, row, end)
}

const noteOf = ({ id, doi, link }: RemoteDataset) => ({ is_begun: 1, remote_id: id, doi, link })

/** Data set of an earlier try, as it is now; null where there is none, or somebody deleted it there. */
const begunDataset = (
  repository: Repository,
  { remote_id, is_begun, mark }: DepositRow,
): Promise<RemoteDataset | null> => {
  if (remote_id !== null) return repository.read(remote_id)
  return is_begun === 1 ? repository.find(mark) : Promise.resolve(null)
}

const repositoryOf = async (services: Services, row: DepositRow, signal: AbortSignal): Promise<Repository> => {
  const { db, environment } = services
  const known = row.repository_id === null ? undefined : await repositoryOfId(db, row.repository_id)
  if (!known) throw new DepositFailed('no_repository')
  const token = await createSeal(services, REPOSITORY_SEAL).open(known.token)
  const { kind, url, collection } = row
  return REPOSITORIES[kind]({ kind, url, collection, token, inside: environment.ALLOW_PRIVATE_ADDRESSES, signal })
}

interface Version {
  version: SnapshotRow
  content: SnapshotContent
}

const versionOf = async ({ db }: Pick<Services, 'db'>, row: DepositRow): Promise<Version> => {
  const version = await snapshotOfId(db, row.snapshot_id)
  if (version?.status !== 'ready' || version.content === null) throw new DepositFailed('file_damaged')
  return { version, content: fromJson(version.content) }
}

/** Facts of a version as a repository lists it. */
const metadataOf = async (
  { db }: Pick<Services, 'db'>,
  row: DepositRow,
  { version, content }: Version,
): Promise<DepositMetadata> => {
  const { title, authors, institution, licence, url, created_at, zone, project, from, until, measurements } = content
  const person = row.user_id === null ? undefined : await accountOfId(db, row.user_id)
  if (!person) throw new DepositFailed('no_repository')
  const text = licenceTextOf(licence)
  const purpose = project.purpose && plainTextOf(project.purpose)
  const published = await publishedDepositsOf(db, content.research_id)
  const earlier = published.filter(one => one.version < version.version).at(-1)?.doi ?? null
  return {
    ...{ title, authors, institution, url, from, until, earlier, mark: row.mark },
    description: [project.aim, purpose, documentTexts(version.language).description].filter(Boolean).join('\n\n'),
    version: String(version.version),
    date: frozenDay(created_at, zone),
    licence: text && { id: licence, ...text },
    keywords: measurements.map(key => columnTitle(key, version.language)),
    contact: { name: person.name, email: person.email },
  }
}
