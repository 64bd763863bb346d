import { z } from 'zod'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const BenchmarkValue = z.object({
  area_id: Id,
  area_name: z.string(),
  /** Species. */
  area_type_id: Id,
  measurement: z.string(),
  /** Mean of the area in the week, as it was given. */
  value: z.number(),
  /** Middle half of the farms with the species; null where fewer than five agreed, or one of them would show. */
  middle_half: z.object({ farms: z.int(), low: z.number(), high: z.number() }).nullable(),
})
export type BenchmarkValue = z.infer<typeof BenchmarkValue>

const LocationBenchmark = z.object({
  location_id: Id,
  location_name: z.string(),
  /** Time since which it counts; null where no owner agreed. */
  agreed_at: TimeOut.nullable(),
  /** Monday of the week that the values are of; null without any. */
  week: z.iso.date().nullable(),
  values: z.array(BenchmarkValue),
})
export type LocationBenchmark = z.infer<typeof LocationBenchmark>

export const benchmarkEndpoints = endpoints({
  listBenchmarks: {
    method: 'GET',
    path: '/benchmarks',
    access: 'signedIn',
    summary:
      "The caller's own locations beside the anonymous middle half of farms, where an owner agreed to be one of them",
    response: z.array(LocationBenchmark),
  },
  setBenchmark: {
    method: 'PUT',
    path: '/locations/:id/benchmark',
    access: 'signedIn',
    summary:
      'Agree, as an owner, that a location counts in the anonymous comparison of farms, or take that back at once',
    params: IdParams,
    body: z.object({ agreed: z.boolean() }),
    response: LocationBenchmark,
    failures: ['not_allowed'],
  },
})
