import type { Job } from '../kit/jobs.ts'
import { forgetMoved } from './hanging.ts'

export const floorPlanJobs: Job[] = [
  { name: 'take-moved-devices-off-floor-plans', schedule: '0 43 * * * *', run: forgetMoved },
]
