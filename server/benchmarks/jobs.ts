import type { Job } from '../kit/jobs.ts'
import { computeBenchmarks } from './compute.ts'

export const benchmarkJobs: Job[] = [
  {
    name: 'compute-benchmarks',
    // Finds the last week done already in most hours: that costs one look.
    schedule: '20 27 * * * *',
    run: computeBenchmarks,
  },
]
