import type { Job } from '../kit/jobs.ts'
import { findNewFaults } from './find-faults.ts'
import { forgetOldUnknown, unknownSince } from './lorawan/unknown.ts'
import { forgetOldRaw, rawSince } from './mapping/raw-store.ts'
import { mergePastMonths } from './store.ts'

export const measurementJobs: Job[] = [
  {
    name: 'merge-past-months',
    schedule: '0 40 2 * * *',
    run: world => mergePastMonths(world.series, world.now()),
  },
  {
    name: 'find-faults',
    schedule: '20 7 * * * *',
    run: findNewFaults,
  },
  {
    name: 'forget-unknown-devices',
    schedule: '0 29 3 * * *',
    run: world => forgetOldUnknown(world.db, unknownSince(world.now())),
  },
  {
    name: 'forget-raw-messages',
    schedule: '0 19 3 * * *',
    run: world => forgetOldRaw(world.db, rawSince(world.now())),
  },
]
