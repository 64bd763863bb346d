import type { Generated } from 'kysely'
import type { AuditChange } from '#shared/contract/accounts/audit.ts'
import type { AuditAction } from '#shared/rules/accounts/audit-actions.ts'
import type { Json } from '../kit/database/json.ts'

export interface AuditTables {
  /** Audit log: rows are added, and deleted when they are old; none is ever changed. */
  audit_entries: {
    id: Generated<number>
    at: string
    action: AuditAction
    actor_id: number | null
    actor_name: string | null
    /** Names as a search reads them. */
    actor_search: string
    object_search: string
    ip: string | null
    browser: string | null
    /** Name of the access token it was done with. */
    token_name: string | null
    object_name: string | null
    /** Account, device or location it was done to, where it was done to one. */
    user_id: number | null
    device_id: number | null
    location_id: number | null
    /** Group in which it was done. */
    group_id: number | null
    /** Download whose devices and periods `downloads` tells. */
    download_id: number | null
    changes: Json<AuditChange[]>
  }
}
