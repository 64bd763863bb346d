import type { PlanningRow } from './rows.ts'
import { lanesOf } from './timeline.ts'

/** Lanes of a row that is drawn as a whole. */
const MAX_LANES = 20

interface RowPart {
  key: string
  row: PlanningRow
  /** Lane of each placement of the part, 0 its first. */
  lanes: readonly number[]
}

/** A row with its lanes; one with very many, such as all that belongs to no project, in parts of its name, one below the other. */
export const partsOf = (row: PlanningRow): RowPart[] => {
  const lanes = lanesOf(row.placements)
  if (lanes.every(lane => lane < MAX_LANES)) return [{ key: row.id, row, lanes }]
  const parts = Map.groupBy(row.placements.keys(), index => Math.floor((lanes[index] ?? 0) / MAX_LANES))
  return [...parts]
    .sort(([one], [other]) => one - other)
    .map(([part, indexes]) => ({
      key: `${row.id} ${part}`,
      row: { ...row, placements: indexes.flatMap(index => row.placements[index] ?? []) },
      lanes: indexes.map(index => (lanes[index] ?? 0) % MAX_LANES),
    }))
}
