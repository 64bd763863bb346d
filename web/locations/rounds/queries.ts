import { api } from '#shared/contract/index.ts'

/** Calls that have to be read again after rounds changed: the comfort of the area may be another one. */
export const ROUND_READS = [
  api.listAreasWithRounds,
  api.listRounds,
  api.listLosses,
  api.listLocations,
  api.listLast,
  api.getLast,
  api.getSeries,
  api.getRoundAxis,
  api.getEmptied,
  api.listDiaryCounts,
  api.getExposure,
  api.getEmissions,
  api.getEmissionLogbook,
  api.getStatistics,
  api.getResearchStatistics,
]
