import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'

/** Passkeys of the person; asked for anew whenever they are looked at, for other devices use them meanwhile. */
export const PASSKEYS = { ...queryOf(api.listPasskeys, {}), staleTime: FRESH.staleTime }

/** Accounts at other providers that sign the person in. */
export const LINKED = { ...queryOf(api.listLinkedSignIns, {}), staleTime: FRESH.staleTime }
