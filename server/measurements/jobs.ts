import type { Job } from '../kit/jobs.ts'
import { tidyImports } from './imports/jobs.ts'
import { forgetOldUnknown, unknownSince } from './lorawan/unknown.ts'
import { mergePastMonths } from './store.ts'

export const measurementJobs: Job[] = [
  {
    name: 'merge-past-months',
    schedule: '0 40 2 * * *',
    run: world => mergePastMonths(world.series, world.now()),
  },
  { name: 'tidy-imports', schedule: '0 35 3 * * *', run: tidyImports },
  {
    name: 'forget-unknown-devices',
    schedule: '0 29 3 * * *',
    run: world => forgetOldUnknown(world.db, unknownSince(world.now())),
  },
]
