import { api } from '#shared/contract/index.ts'
import { queryOf } from './query.ts'

/** Boards of the person signed in. */
export const BOARDS = queryOf(api.listBoards, {})
