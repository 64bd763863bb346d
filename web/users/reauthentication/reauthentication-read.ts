import { api } from '#shared/contract/index.ts'
import { FRESH, queryOf } from '../../kit/api/query.ts'

/** Ways to show again who one is. Not asked anew while a dialog is open: what is typed there would be lost. */
export const REAUTHENTICATION = { ...queryOf(api.getReauthentication, {}), ...FRESH, refetchOnWindowFocus: false }
