import { useSuspenseQuery } from '@tanstack/react-query'
import type { DataCopy } from '#shared/contract/accounts/data-copies.ts'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { saveFileAt } from '../../kit/api/file.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'

/** ms between two looks while one is being made. */
const LOOK_MS = 2000

/** Copies of the person's data, looked at anew until all are made. */
export const DATA_COPIES = { ...queryOf(api.listDataCopies, {}), staleTime: FRESH.staleTime }

export const isUnfinished = ({ status }: DataCopy): boolean => status === 'waiting' || status === 'running'

export const useDataCopies = (): DataCopy[] =>
  useSuspenseQuery({
    ...DATA_COPIES,
    refetchInterval: ({ state }) => (state.data?.some(isUnfinished) ? LOOK_MS : false),
  }).data

/** Gives the person a copy as a file. Throws when the server does not give it. */
export const saveDataCopy = (id: number): Promise<void> =>
  saveFileAt(urlOf(api.getDataCopyFile, { params: { id } }), 'barnometer-my-data.zip')
