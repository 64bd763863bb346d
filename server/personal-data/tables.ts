import type { Generated } from 'kysely'
import type { Language } from '#shared/contract/fixed.ts'
import type { DATA_COPY_STATES } from '#shared/rules/accounts/data-copy.ts'

export interface PersonalDataTables {
  /** Copies of what is kept about people. One whose account is gone is removed with its file. */
  data_copies: {
    id: Generated<number>
    user_id: number | null
    language: Language
    status: (typeof DATA_COPY_STATES)[number]
    created_at: string
    /** A process makes it until then; one that died meanwhile leaves it to the others. */
    taken_until: string
    tries: number
    finished_at: string | null
    expires_at: string | null
    bytes: number
    /** Name in the store of files; set before anything is written there. */
    file: string | null
  }
}
