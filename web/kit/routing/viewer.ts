import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../api/query.ts'
import { useSession } from '../api/session.ts'
import type { Viewer } from './visibility.ts'

/** Which tabs of research somebody has; the shell reads it, and what plans or accepts reads it again. */
export const RESEARCH_SUMMARY = queryOf(api.getResearchSummary, {})

/** Viewer of the page, from what has been read so far; nothing is asked of the server for it. */
export const useViewer = (): Viewer => {
  const { user } = useSession()
  const { data: devices = [] } = useQuery({ ...queryOf(api.listSensors, {}), enabled: false })
  const { data: research } = useQuery({ ...RESEARCH_SUMMARY, enabled: false })
  return {
    user,
    plans: devices.map(({ plan }) => plan),
    emissionResearch: research?.emission ?? false,
    projectResearch: research?.research ?? false,
  }
}
