import { isDeepStrictEqual } from 'node:util'
import { Failure } from './failure.ts'

/**
 * Returns the row of a change that is sent again because the answer to its first try was lost: the version that followed the one it
 * was made from, with every column as the change wants it, the one that names who changed it last too where there is such a
 * column. Throws changed_meanwhile for any other row, as for none. The caller then writes nothing, so a history has no second line.
 */
export const requireRepeated = <Row extends { version: number }>(
  row: Row | undefined,
  wanted: NoInfer<Partial<Row>>,
  version: number | undefined,
): Row => {
  // A column that is left undefined stays as it is, as in an update.
  const isStored = ([name, value]: [string, unknown]) =>
    value === undefined || isDeepStrictEqual(row?.[name as keyof Row], value)
  const isNext = version !== undefined && row?.version === version + 1
  if (!row || !isNext || !Object.entries(wanted).every(isStored)) throw new Failure('changed_meanwhile')
  return row
}
