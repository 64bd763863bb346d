import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'

/** Tells whether this installation sends no mail: whoever waits for a link or a code asks the administrator. */
export const useNoMailServer = (): boolean => useQuery(queryOf(api.getSetup, {})).data?.mail === false
