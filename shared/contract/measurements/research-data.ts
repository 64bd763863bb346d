import { z } from 'zod'
import { PROJECT_STATES } from '../../rules/research/consent.ts'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { ResearchPlace } from '../places/consents.ts'
import { ResearchStatisticsQuery, StatisticsAnswer } from './statistics.ts'

export const ResearchData = z.object({
  id: Id,
  name: z.string(),
  start: TimeOut,
  end: TimeOut.nullable(),
  state: z.enum(PROJECT_STATES),
  target_measurements: z.array(z.string()),
  /** Measurements of which there is a value that the caller may read. */
  measurements: z.array(z.string()),
  /** Placements of which the caller may read something, and locations that are read by consent. */
  placements: z.int(),
  agreed: z.int(),
})
export type ResearchData = z.infer<typeof ResearchData>

/** A placement of a project with what of it may be read. */
export const ResearchDataPlacement = ResearchPlace.omit({ coverage: true }).extend({
  /** Measurements of which there is a value that the caller may read. */
  measured: z.array(z.string()),
})
export type ResearchDataPlacement = z.infer<typeof ResearchDataPlacement>

const ResearchDevice = ResearchPlace.pick({ device_id: true, device_name: true, pseudonymous: true }).extend({
  location_research_ids: z.array(Id),
})

const ResearchLocation = ResearchPlace.pick({
  location_id: true,
  location_name: true,
  lat: true,
  lon: true,
  time_zone: true,
  pseudonymous: true,
}).extend({ location_research_ids: z.array(Id) })

export const researchDataEndpoints = endpoints({
  getResearchData: {
    method: 'GET',
    path: '/researchdata/:id',
    access: 'research-analysis',
    summary: 'What of a research project the caller may read: its measurements, and how many placements and locations',
    params: IdParams,
    response: ResearchData,
  },
  listResearchDevices: {
    method: 'GET',
    path: '/researchdata/:id/data/devices',
    access: 'research-analysis',
    summary: 'Devices of a research project of which the caller may read something, by number where it is by consent',
    params: IdParams,
    response: z.array(ResearchDevice),
  },
  listResearchLocations: {
    method: 'GET',
    path: '/researchdata/:id/data/locations',
    access: 'research-analysis',
    summary:
      'Locations of a research project of which the caller may read something, their coordinates rounded to 10 km',
    params: IdParams,
    response: z.array(ResearchLocation),
  },
  listResearchPlacements: {
    method: 'GET',
    path: '/researchdata/:id/data/lrs',
    access: 'research-analysis',
    summary: 'Placements of a research project with the times and measurements that the caller may read',
    params: IdParams,
    response: z.array(ResearchDataPlacement),
  },
  getResearchStatistics: {
    method: 'GET',
    path: '/researchdata/:id/data/measurements',
    access: 'research-analysis',
    summary: 'Statistics of measurements of a research project by placement, of what the caller may read of it',
    params: IdParams,
    query: ResearchStatisticsQuery,
    response: StatisticsAnswer,
    failures: ['outside_subscription', 'too_much_data'],
  },
})
