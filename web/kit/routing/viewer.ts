import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../api/query.ts'
import { useSession } from '../api/session.ts'
import type { Viewer } from './visibility.ts'

/** Research subject "emission" (specification §9). */
const EMISSION_SUBJECT = 1382

/** Viewer of the page, from what has been read so far; nothing is asked of the server for it. */
export const useViewer = (): Viewer => {
  const { user } = useSession()
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  const { data: placements = [] } = useQuery({ ...queryOf(api.listLocationResearch, {}), enabled: false })
  return {
    user,
    plans: devices.map(({ plan }) => plan),
    emissionResearch: placements.some(one => one.research_subject_id === EMISSION_SUBJECT),
    projectResearch: placements.some(one => one.research_id !== null),
  }
}
