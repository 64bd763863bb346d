import type { Generated } from 'kysely'
import type { MemberRole } from '#shared/rules/groups/roles.ts'

export interface GroupTables {
  /** Groups of people, with whom owners share locations. */
  groups: {
    id: Generated<number>
    name: string
    created_at: string
    /** 1 for the group of the demo farm. */
    demo: number | null
  }
  group_members: { group_id: number; user_id: number; role: MemberRole; joined_at: string }
  /** Invitations of an address. Those that ended say for a while why their links do nothing any more. */
  group_invitations: {
    id: Generated<number>
    group_id: number
    email: string
    role: MemberRole
    invited_by: number
    state: 'waiting' | 'accepted' | 'declined' | 'revoked'
    created_at: string
    /** Time of the last mail; from it counts how long the links work. */
    sent_at: string
    ended_at: string | null
  }
  /** Hashes of the links, one for each mail of an invitation. */
  invitation_tokens: { token_hash: string; invitation_id: number }
}
