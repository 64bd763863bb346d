import { z } from 'zod'
import { DATA_COPY_STATES } from '../../rules/accounts/data-copy.ts'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'

const DataCopy = z.object({
  id: Id,
  status: z.enum(DATA_COPY_STATES),
  created_at: TimeOut,
  finished_at: TimeOut.nullable(),
  /** Time the file is deleted. */
  expires_at: TimeOut.nullable(),
  bytes: z.int(),
})
export type DataCopy = z.infer<typeof DataCopy>

export const dataCopyEndpoints = endpoints({
  listDataCopies: {
    method: 'GET',
    path: '/user/data_copies',
    access: 'signedIn',
    scope: 'session',
    summary: 'Copies of all that is kept about the caller, the newest first',
    response: z.array(DataCopy),
  },
  createDataCopy: {
    method: 'POST',
    path: '/user/data_copies',
    access: 'signedIn',
    scope: 'session',
    summary: 'Have a copy of all that is kept about the caller made; a mail tells when it is ready',
    status: 202,
    response: DataCopy,
    failures: ['limit_exceeded'],
  },
  deleteDataCopy: {
    method: 'DELETE',
    path: '/user/data_copies/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Stop making a copy, or throw it away',
    params: IdParams,
    status: 204,
  },
  getDataCopyFile: {
    method: 'GET',
    path: '/user/data_copies/:id/file',
    access: 'signedIn',
    scope: 'session',
    summary: 'A copy as a ZIP of JSON and CSV files, with a README that says what is where',
    params: IdParams,
    file: 'application/zip',
  },
})
