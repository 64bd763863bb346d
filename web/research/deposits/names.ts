import type { Repository } from '#shared/contract/measurements/deposits.ts'

/** Repository as people know it: its host, and the collection in it. */
export const repositoryName = ({ url, collection }: Pick<Repository, 'kind' | 'url' | 'collection'>): string =>
  [url.replace(/^https?:\/\//, ''), collection].filter(Boolean).join(' / ')
