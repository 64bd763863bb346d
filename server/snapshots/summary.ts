import type { Cited } from '#shared/rules/research/citation.ts'
import type { SnapshotContent } from './content.ts'

/** Parts of the content of a version that a list of versions says. */
export interface SnapshotSummary
  extends Cited,
    Pick<SnapshotContent, 'from' | 'until' | 'measurements' | 'values' | 'devices'> {
  locations: number
}

export const summaryOf = (content: SnapshotContent): SnapshotSummary => {
  const { title, authors, institution, version, created_at, url } = content
  const { from, until, measurements, values, devices, places } = content
  const cited = { title, authors, institution, version, created_at, url }
  return { ...cited, from, until, measurements, values, devices, locations: places.length }
}
