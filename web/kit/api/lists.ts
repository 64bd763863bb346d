import { api } from '#shared/contract/index.ts'
import { queryOf } from './query.ts'

/** Kinds, quantities, groups and limits: the same as long as the product is open. */
export const LISTS = { ...queryOf(api.getTaxonomy, {}), staleTime: Number.POSITIVE_INFINITY }
