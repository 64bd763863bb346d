import { useSuspenseQuery } from '@tanstack/react-query'
import type { DataCopy } from '#shared/contract/accounts/data-copies.ts'
import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'
import { readSession } from '../../kit/api/session.ts'
import { saveFile } from '../../ui/files/save-file.ts'

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
export const saveDataCopy = async (id: number): Promise<void> => {
  const answer = await window.fetch(urlOf(api.getDataCopyFile, { params: { id } }), {
    headers: { authorization: `Bearer ${readSession().token ?? ''}` },
  })
  if (!answer.ok) throw new Error(`no file: ${answer.status}`)
  saveFile(await answer.blob(), 'barnometer-my-data.zip')
}
