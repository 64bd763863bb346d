import { urlOf } from '#shared/contract/call.ts'
import type { Language } from '#shared/contract/fixed.ts'
import {
  type Deposit,
  type PublishedSnapshot,
  type Snapshot,
  snapshotEndpoints,
} from '#shared/contract/measurements/snapshots.ts'
import { bibtexOf, type Cited, citationOf } from '#shared/rules/research/citation.ts'
import { type ConsentStatement, consentedIntervals } from '#shared/rules/research/consent.ts'
import { type LedgerRow, statementsAbout } from '../consents/ledger.ts'
import { columnTitle } from '../exports/formats/names.ts'
import { fromJson } from '../kit/database/json.ts'
import type { Words } from '../kit/language.ts'
import type { Services } from '../kit/services.ts'
import type { SnapshotContent } from './content.ts'
import type { DepositRow } from './deposits/deposit-store.ts'
import type { NamedSnapshot, SnapshotRow } from './store.ts'

/** Address of the page of a version, which is there once it is published. */
export const urlOfSnapshot = ({ publicUrl }: Pick<Services, 'publicUrl'>, { id }: Pick<SnapshotRow, 'id'>): string =>
  `${publicUrl()}${urlOf({ ...snapshotEndpoints.getPublishedSnapshot, root: true }, { params: { id } })}`

/** Answers about each location, read once. */
const statementsOf = (rows: readonly LedgerRow[]) => {
  const known = new Map<number, ConsentStatement[]>()
  return (locationId: number): ConsentStatement[] => {
    const statements = known.get(locationId) ?? statementsAbout(rows, locationId)
    known.set(locationId, statements)
    return statements
  }
}

/** Time at which the last interval ends in which a measurement of a device is shared; Infinity where it goes on. */
const endOf = (statements: readonly ConsentStatement[], deviceId: number, key: string): number =>
  consentedIntervals(statements, deviceId, key).at(-1)?.until ?? Number.POSITIVE_INFINITY

const endedAfter = (ledger: readonly LedgerRow[], frozenAt: string) =>
  new Set(
    ledger.flatMap(row =>
      (row.kind === 'no' || row.kind === 'owner_changed') && row.said_at > frozenAt ? [row.location_id] : [],
    ),
  )

/** Tells whether it takes the content of a version to say where nothing is shared any more. */
export const endsMayShow = (ledger: readonly LedgerRow[], { created_at }: Pick<SnapshotRow, 'created_at'>): boolean =>
  endedAfter(ledger, created_at).size > 0

/** Locations of a version whose owners said no or changed after it was frozen, by pseudonym, with the time from which on nothing is shared. */
const endedSince = (
  content: SnapshotContent,
  ledger: readonly LedgerRow[],
  { frozenAt, t }: { frozenAt: string; t: Words },
): Snapshot['ended'] => {
  const places = endedAfter(ledger, frozenAt)
  if (places.size === 0) return []
  const now = statementsOf(ledger)
  const then = statementsOf(ledger.filter(({ said_at }) => said_at <= frozenAt))
  const ends = content.reads
    .filter(({ location_id }) => places.has(location_id))
    .flatMap(({ location_id, device_id, measurements }) =>
      measurements.flatMap(key => {
        const from = endOf(now(location_id), device_id, key)
        const isNew = Number.isFinite(from) && !Number.isFinite(endOf(then(location_id), device_id, key))
        return isNew ? [{ location_id, from }] : []
      }),
    )
  return [...Map.groupBy(ends, one => one.location_id)]
    .map(([number, of]) => ({
      location: t('research.location_pseudonym', { number }),
      from: new Date(Math.min(...of.map(({ from }) => from))).toISOString(),
    }))
    .sort((one, other) => one.from.localeCompare(other.from))
}

interface Asking extends Pick<Services, 'publicUrl'> {
  t: Words
  /** Consent ledger of the project. */
  ledger: readonly LedgerRow[]
}

/** Name of the file of a version. */
export const fileNameOf = (row: SnapshotRow): string => {
  const project = row.content === null ? row.research_id : fromJson(row.content).research_id
  return `barnometer-project-${project}-version-${row.version}.zip`
}

type Deposited = { deposits: readonly DepositRow[] }

/** Identifier of a version: that of the repository in which it was published first. */
const doiOf = ({ deposits }: Deposited): string | null =>
  deposits.find(({ status, doi }) => status === 'published' && doi !== null)?.doi ?? null

const presentDeposit = (row: DepositRow, isOwn: boolean): Deposit => {
  const { id, kind, url, collection, status, created_at, finished_at, doi, link, problem, refusal } = row
  const known = { id, kind, url, status, created_at, finished_at, doi, link, problem }
  return { ...known, collection: collection || null, refusal: isOwn ? refusal : null }
}

const citationsOf = (cited: Cited): Snapshot['citation'] => ({ text: citationOf(cited), bibtex: bibtexOf(cited) })

/** Parts of a version that its page and the list of a project share. Before it is ready nothing is counted. */
const frozenOf = (context: Asking, row: SnapshotRow & Deposited, institution: string | null) => {
  const content = row.content && fromJson(row.content)
  const summary = row.summary && fromJson(row.summary)
  const { title, authors, licence, from, until, step_seconds = null, measurements = [] } = fromJson(row.input)
  const { id, version, created_at, bytes, sha256, damage } = row
  const doi = doiOf(row)
  const known = summary ?? { title, authors, institution, version, created_at, url: urlOfSnapshot(context, row) }
  const cited = { ...known, doi }
  return {
    ...{ id, version, title, authors, licence, created_at, bytes, sha256, damage },
    institution: cited.institution,
    from: summary?.from ?? from,
    until: summary?.until ?? until,
    step_seconds: step_seconds ?? null,
    measurements: summary?.measurements ?? measurements,
    values: summary?.values ?? row.values,
    devices: summary?.devices ?? 0,
    locations: summary?.locations ?? 0,
    ended: content ? endedSince(content, context.ledger, { frozenAt: created_at, t: context.t }) : [],
    citation: citationsOf(cited),
    doi,
    url: cited.url,
  }
}

/** A version as those know it who see its project. */
export const presentSnapshot = (
  context: Asking,
  row: NamedSnapshot & Deposited,
  { institution, manages, reads }: { institution: string | null; manages: boolean; reads: boolean },
): Snapshot => {
  const { status, values_done, finished_at, published_at, public_download, downloads, maker_name } = row
  const isReady = status === 'ready'
  const may: Snapshot['may'] = []
  if (reads && isReady) may.push('download')
  if (manages && isReady) may.push('publish')
  if (manages && published_at === null && status !== 'deleted') may.push('delete')
  return {
    ...frozenOf(context, row, institution),
    ...{ status, values_done, finished_at, published_at, downloads, may },
    created_by: maker_name,
    public_download: public_download === 1,
    deposits: row.deposits
      .filter(one => manages || one.status === 'published')
      .map(one => presentDeposit(one, manages)),
  }
}

/** A published version as anybody knows it. */
export const presentPublished = (
  context: Asking & { language: Language },
  row: SnapshotRow & Deposited & { published_at: string },
  content: SnapshotContent,
): PublishedSnapshot => ({
  ...frozenOf(context, row, content.institution),
  aim: content.project.aim,
  purpose: content.project.purpose,
  names: Object.fromEntries(content.measurements.map(key => [key, columnTitle(key, context.language)])),
  places: content.places.map(({ location, lat, lon }) => ({ location, lat, lon })),
  coverage: content.coverage,
  published_at: row.published_at,
  time_zone: content.zone,
  download: row.public_download === 1,
})
