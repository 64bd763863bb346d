import { findNewFaults } from '../data-quality/find-faults.ts'
import { findSlowFaults } from '../data-quality/find-slow-faults.ts'
import { goOnWithImports, tidyImports } from '../imports/jobs.ts'
import { forgetOldUnknown, unknownSince } from '../ingest/lorawan/unknown.ts'
import { forgetOldRaw, rawSince } from '../ingest/mapping/raw.ts'
import { forgetOldTopics, heardSince, takeAllKept } from '../ingest/mqtt/topics/topics.ts'
import type { Job } from '../kit/jobs.ts'
import { mergePastMonths } from '../series/measurement-rows.ts'
import { sumHours } from '../series/summaries/summing.ts'
import { fillWeather, forgetOldWeather } from '../weather/fill.ts'
import { deleteRemoved } from './removal.ts'
import { forgetOldReadings } from './retention.ts'

export const measurementJobs: Job[] = [
  {
    name: 'merge-past-months',
    schedule: '0 40 2 * * *',
    run: services => mergePastMonths(services.series, services.now()),
  },
  { name: 'sum-hours', schedule: '50 */5 * * * *', run: sumHours },
  { name: 'forget-old-readings', schedule: '20 25 * * * *', run: forgetOldReadings },
  { name: 'delete-removed-values', schedule: '*/30 * * * * *', takesRows: true, run: deleteRemoved },
  { name: 'go-on-with-imports', schedule: '*/10 * * * * *', takesRows: true, run: goOnWithImports },
  { name: 'tidy-imports', schedule: '0 35 3 * * *', run: tidyImports },
  {
    name: 'find-faults',
    schedule: '20 7 * * * *',
    run: findNewFaults,
  },
  {
    name: 'find-slow-faults',
    schedule: '10 51 3 * * *',
    run: findSlowFaults,
  },
  {
    name: 'fill-weather',
    schedule: '40 6-59/10 * * * *',
    run: fillWeather,
  },
  {
    name: 'forget-old-weather',
    schedule: '0 33 3 * * *',
    run: forgetOldWeather,
  },
  { name: 'take-heard-topics', schedule: '15,45 * * * * *', run: takeAllKept },
  {
    name: 'forget-unknown-devices',
    schedule: '0 29 3 * * *',
    run: async services => {
      await forgetOldUnknown(services.db, unknownSince(services.now()))
      await forgetOldTopics(services.db, heardSince(services.now()))
    },
  },
  {
    name: 'forget-raw-messages',
    schedule: '0 19 3 * * *',
    run: services => forgetOldRaw(services.db, rawSince(services.now())),
  },
]
