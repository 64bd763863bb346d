import type { FrozenCoverage, SnapshotInput } from '#shared/contract/measurements/snapshots.ts'
import type { Cited } from '#shared/rules/research/citation.ts'
import type { Licence } from '#shared/rules/research/licences.ts'

/** Data of a device that a version holds, as the consent ledger records it (ISO 8601). */
export interface FrozenRead {
  device_id: number
  location_id: number
  measurements: string[]
  from: string
  until: string
}

/** A location of a version, under its pseudonym. */
interface FrozenPlace {
  id: number
  location: string
  lat: number | null
  lon: number | null
}

/** A version of the same project that was published in a repository before. */
export interface EarlierVersion extends Pick<Cited, 'title' | 'authors' | 'version'> {
  doi: string
}

/** All that a version says of itself, kept as it was when it was frozen. */
export interface SnapshotContent extends Cited {
  licence: Licence
  /** Project it was of, also once that is deleted. */
  research_id: number
  project: { name: string; aim: string | null; purpose: string | null; subject: string }
  /** ISO 8601. */
  from: string
  until: string
  step_seconds: SnapshotInput['step_seconds']
  measurements: string[]
  values: number
  rows: number
  devices: number
  places: FrozenPlace[]
  coverage: FrozenCoverage[]
  reads: FrozenRead[]
  /** Missing of versions made before it was kept. */
  earlier?: EarlierVersion[]
}
