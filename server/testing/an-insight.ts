import { jsonOf } from '../kit/database/json.ts'
import type { TestApp } from './start-test-app.ts'

/** An insight as the job keeps it, of a night in January unless said. */
export const anInsight = async (
  { services }: Pick<TestApp, 'services'>,
  area: { id: number },
  device: { id: number },
  changes: { day?: string; start?: string; end?: string } = {},
) =>
  services.db
    .insertInto('insights')
    .values({
      area_id: area.id,
      insight: 'night_ventilation',
      variant: null,
      day: '2025-01-15',
      start: '2025-01-14T21:00:00.000Z',
      end: '2025-01-15T05:00:00.000Z',
      value: 95,
      threshold: 60,
      holds: 'more',
      coverage: 0.97,
      numbers: jsonOf({ minutes: 95, limit: 3000, peak: 3420 }),
      quantities: jsonOf(['co2']),
      times: jsonOf([{ start: '2025-01-15T01:00:00.000Z', end: '2025-01-15T02:35:00.000Z' }]),
      device_ids: jsonOf([device.id]),
      found_at: new Date(services.now()).toISOString(),
      dismissed_at: null,
      dismissed_by: null,
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
