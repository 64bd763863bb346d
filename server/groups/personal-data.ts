import { personalData } from '../kit/personal-data/part.ts'

export const GROUP_DATA = [
  personalData('groups', {
    file: 'groups',
    through: { column: 'id', table: 'group_members', select: 'group_id', id: 'user_id' },
    columns: { id: 'yes', name: 'yes', created_at: 'yes', demo: 'yes' },
  }),
  personalData('group_members', {
    file: 'group-roles',
    key: ['group_id'],
    ids: ['user_id'],
    columns: { group_id: 'yes', user_id: 'no: it is the account’s', role: 'yes', joined_at: 'yes' },
  }),
  personalData('group_invitations', {
    file: 'group-invitations',
    ids: ['invited_by'],
    emails: ['email'],
    columns: {
      id: 'yes',
      group_id: 'yes',
      email: 'yes',
      role: 'yes',
      invited_by: 'yes',
      state: 'yes',
      created_at: 'yes',
      sent_at: 'yes',
      ended_at: 'yes',
    },
  }),
]
