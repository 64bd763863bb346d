import { measurementTypeOf } from '../../taxonomy/types.ts'
import type { ExportPlan } from '../making/plan.ts'
import type { RowsSpec } from '../making/reading.ts'
import type { Slice } from '../making/slices.ts'
import type { FileFormat } from './format.ts'
import { PLACE_COLUMNS } from './names.ts'

/** Columns of equal length: the times, then each measurement. */
const WANTED: RowsSpec = {
  select: ({ at, values }) => [at, ...values].map((column, index) => `${column} AS c${index}`).join(', '),
  format: 'JSONCompactColumns',
}

/** Columns that the engine wrote of a slice; without rows it writes nothing, and they are empty. */
const columnsIn = (bytes: Buffer, plan: ExportPlan): { time: number[]; columns: (number | null)[][] } => {
  const [time, ...columns] = bytes.length > 0 ? (JSON.parse(bytes.toString()) as [number[], ...number[][]]) : []
  return { time: time ?? [], columns: plan.keys.map((_, index) => columns[index] ?? []) }
}

/** A frame (columns of equal length, null where nothing was measured) of one slice. */
const frameOf = (plan: ExportPlan, { interval }: Slice, { time, columns }: ReturnType<typeof columnsIn>) => ({
  device_id: interval.deviceId,
  ...Object.fromEntries(PLACE_COLUMNS.map(column => [column, interval[column]])),
  time_zone: interval.zone,
  time,
  series: Object.fromEntries(
    plan.keys.map((key, index) => [
      key,
      { unit: measurementTypeOf(key)?.unit ?? '', [plan.step === null ? 'value' : 'mean']: columns[index] },
    ]),
  ),
})

export const json: FileFormat = {
  mediaType: 'application/json; charset=utf-8',
  async *write(plan, read) {
    const head = {
      from: new Date(plan.from).toISOString(),
      until: new Date(plan.until).toISOString(),
      step_seconds: plan.step,
      raw: plan.input.raw,
    }
    yield Buffer.from(`${JSON.stringify(head).slice(0, -1)},"frames":[`)
    let between = ''
    for await (const { slice, bytes } of read(() => WANTED)) {
      yield Buffer.from(`${between}${JSON.stringify(frameOf(plan, slice, columnsIn(bytes, plan)))}`)
      between = ','
    }
    yield Buffer.from(']}')
  },
}
