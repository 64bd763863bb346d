import type { DrawOption } from '../../charts/drawing/option.ts'
import type { Entry } from '../../charts/drawing/picture.ts'
import type { NumberTable } from '../numbers/number-table.ts'

/** Content of a card that can be taken along: its numbers, and its picture where it has one. */
export interface CardContent {
  table: NumberTable
  picture: { draw: DrawOption; entries: readonly Entry[]; foot: string } | null
}
