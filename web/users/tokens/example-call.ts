import { urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import type { Scope } from '#shared/rules/accounts/scopes.ts'

/** Call that shows that a token with these scopes works, ready to be pasted; none where every call would change something. */
export const exampleOf = (
  scopes: readonly Scope[],
  origin = location.origin,
): ((token: string) => string) | undefined =>
  scopes.includes('read')
    ? token => `curl -H "Authorization: Bearer ${token}" \\\n  ${origin}${urlOf(api.listLast)}`
    : undefined
