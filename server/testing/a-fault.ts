import type { Fault } from '#shared/rules/data-quality/faults.ts'
import type { TestApp } from './start-test-app.ts'

/** An interval of doubtful readings, as the search for them would have kept it. */
export const aFault = (
  test: TestApp,
  device: { id: number },
  {
    start,
    end,
    measurement = 't',
    fault = 'spike',
  }: { start: string; end: string; measurement?: string; fault?: Fault },
) =>
  test.services.db
    .insertInto('faults')
    .values({
      device_id: device.id,
      measurement,
      fault,
      start,
      end,
      found_at: end,
      dismissed_at: null,
      dismissed_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
