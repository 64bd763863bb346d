import { useQuery } from '@tanstack/react-query'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'

export const useLists = () => useQuery({ ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY })
