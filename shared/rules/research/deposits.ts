/** Kinds of repositories that a frozen version can be deposited in, by what their API is like. */
export const REPOSITORY_KINDS = ['zenodo', 'dataverse'] as const
export type RepositoryKind = (typeof REPOSITORY_KINDS)[number]

/** States of a deposit: a draft lies in the repository and is not published there. */
export const DEPOSIT_STATES = ['waiting', 'running', 'draft', 'published', 'failed'] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** Reasons why a deposit failed. */
export const DEPOSIT_PROBLEMS = [
  'private_address',
  'unreachable',
  'timeout',
  'token_refused',
  'refused',
  'too_large',
  'busy',
  'unexpected_answer',
  'checksum',
  'file_damaged',
  'no_repository',
  'failed',
] as const
export type DepositProblem = (typeof DEPOSIT_PROBLEMS)[number]

/** Repositories that one account may have. */
export const MAX_REPOSITORIES = 20
