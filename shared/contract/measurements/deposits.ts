import { z } from 'zod'
import { REPOSITORY_KINDS } from '../../rules/research/deposits.ts'
import { Id, IdParams, TimeOut } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { Snapshot } from './snapshots.ts'

/** Address of a repository: where its pages are, without the part of its API. */
const Address = z
  .url({ protocol: /^https?$/ })
  .max(300)
  .regex(/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/)
  .transform(text => text.replace(/\/$/, ''))
  .pipe(z.string())

/** A repository that takes data sets; its token is never sent back. */
export const RepositoryInput = z
  .object({
    kind: z.enum(REPOSITORY_KINDS),
    url: Address,
    /** Alias of the collection of a Dataverse in which data sets are made. */
    collection: z
      .string()
      .trim()
      .regex(/^[\w-]{1,100}$/)
      .optional(),
    token: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{8,500}$/),
  })
  .refine(({ kind, collection }) => kind !== 'dataverse' || collection !== undefined, {
    path: ['collection'],
    params: { code: 'required' },
  })
export type RepositoryInput = z.output<typeof RepositoryInput>

export const Repository = z.object({
  id: Id,
  kind: z.enum(REPOSITORY_KINDS),
  url: z.string(),
  collection: z.string().nullable(),
  created_at: TimeOut,
})
export type Repository = z.infer<typeof Repository>

const Publish = z.object({
  /** Publish it there, too: it gets its DOI and cannot be taken back. */
  publish: z.boolean(),
})

export const depositEndpoints = endpoints({
  listRepositories: {
    method: 'GET',
    path: '/repositories',
    access: 'signedIn',
    summary: 'Repositories of the caller in which frozen versions can be deposited',
    response: z.array(Repository),
  },
  saveRepository: {
    method: 'POST',
    path: '/repositories',
    access: 'signedIn',
    scope: 'session',
    summary: 'Add a repository with a token that may deposit there; the same one again gets another token',
    body: RepositoryInput,
    status: 201,
    response: Repository,
  },
  deleteRepository: {
    method: 'DELETE',
    path: '/repositories/:id',
    access: 'signedIn',
    scope: 'session',
    summary: 'Forget a repository and its token; what lies there stays',
    params: IdParams,
    status: 204,
  },
  createDeposit: {
    method: 'POST',
    path: '/snapshots/:id/deposits',
    access: 'signedIn',
    summary: 'Deposit the file of a version in a repository of the caller, in the background; once in each',
    params: IdParams,
    body: Publish.extend({ repository_id: Id }),
    status: 201,
    response: Snapshot,
    failures: ['file_damaged'],
  },
  retryDeposit: {
    method: 'POST',
    path: '/deposits/:id/retry',
    access: 'signedIn',
    summary: 'Go on with a deposit that failed, or look at a draft again and publish it',
    params: IdParams,
    body: Publish,
    response: Snapshot,
  },
})
