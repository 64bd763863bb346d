import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { SnapshotInput } from '#shared/contract/measurements/snapshots.ts'
import type { DepositProblem, DepositState, RepositoryKind } from '#shared/rules/research/deposits.ts'
import type { FileDamage, SnapshotState } from '#shared/rules/research/snapshot-states.ts'
import type { Json } from '../kit/database/json.ts'
import type { SnapshotContent } from './content.ts'
import type { SnapshotSummary } from './summary.ts'

export interface SnapshotTables {
  /** Frozen versions of the data of research projects. The row of a version that was deleted stays, so that its number is not given again. */
  research_snapshots: {
    id: Generated<number>
    /** Null once the project is deleted. */
    research_id: number | null
    version: number
    /** Account that froze it; null once it is gone. */
    user_id: number | null
    /** Language of its README and descriptions. */
    language: Language
    input: Json<SnapshotInput>
    status: SnapshotState
    /** Values as estimated before, and exactly once it is ready. */
    values: number
    values_done: number
    created_at: string
    /** A process makes it until then; one that died meanwhile leaves it to the others. */
    taken_until: string
    tries: number
    finished_at: string | null
    /** All that its page and its citation say; null until it is ready. */
    content: Json<SnapshotContent> | null
    /** Parts of the content that lists say; null until it is ready. */
    summary: Json<SnapshotSummary> | null
    /** Name in the store of files; set before anything is written there, null once it is removed. */
    file: string | null
    bytes: number
    sha256: string | null
    damage: FileDamage | null
    published_at: string | null
    /** 1 where the page lets anybody download the file. */
    public_download: number
    /** Downloads from the page. */
    downloads: number
  }
  /** Repositories of data sets, each with a token of the account, encrypted. */
  repositories: {
    id: Generated<number>
    user_id: number
    kind: RepositoryKind
    url: string
    /** Empty where the kind has none. */
    collection: string
    token: string
    created_at: string
  }
  /** Versions in repositories, and on their way there. Each is in one place once. */
  research_deposits: {
    id: Generated<number>
    snapshot_id: number
    /** Account that asked; null once it is gone. */
    user_id: number | null
    /** Null once it is forgotten. */
    repository_id: number | null
    kind: RepositoryKind
    url: string
    collection: string
    /** Mark by which the data set is found there. */
    mark: string
    /** 1 where it is to be published there. */
    publish: number
    status: DepositState
    created_at: string
    /** A process sends it until then; one that died meanwhile leaves it to the others. */
    taken_until: string
    tries: number
    /** 1 once a data set may have been made there, whatever came of it. */
    is_begun: number
    /** Id of the data set there. */
    remote_id: string | null
    doi: string | null
    link: string | null
    problem: DepositProblem | null
    refusal: string | null
    finished_at: string | null
  }
}
