import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

const RELOAD = 60_000

export const OFFERS = { ...queryOf(api.listOffers, {}), refetchInterval: RELOAD }
export const useOffers = () => useQuery(OFFERS)

/** Read again after an offer was sent again or taken back. */
export const OFFER_READS = [
  api.listOffers,
  api.listLocations,
  api.getLocation,
  api.listDeviceRentals,
  api.listSensors,
  api.listResearch,
]

/** Read again after one was accepted, too: everything that somebody may see now. */
export const ACCEPTED_READS = [
  ...OFFER_READS,
  api.listLast,
  api.listLocationResearch,
  api.getResearchSummary,
  api.listAlerts,
  api.listRentals,
]
