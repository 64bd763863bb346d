import { personalData } from '../kit/personal-data/part.ts'

const OTHERS = 'no: from where somebody else acted' as const

export const AUDIT_DATA = [
  personalData('audit_entries', {
    file: 'audit-log-by-me',
    ids: ['actor_id'],
    columns: {
      id: 'yes',
      at: 'yes',
      action: 'yes',
      actor_id: 'no: it is the account’s',
      actor_name: 'yes',
      actor_search: 'no: the name again, for the search',
      object_search: 'no: the name again, for the search',
      ip: 'yes',
      browser: 'yes',
      token_name: 'yes',
      object_name: 'yes',
      user_id: 'yes',
      device_id: 'yes',
      location_id: 'yes',
      group_id: 'yes',
      download_id: 'yes',
      changes: 'json',
    },
  }),
  personalData('audit_entries', {
    file: 'audit-log-about-me',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      at: 'yes',
      action: 'yes',
      actor_id: OTHERS,
      actor_name: 'yes',
      actor_search: OTHERS,
      object_search: OTHERS,
      ip: OTHERS,
      browser: OTHERS,
      token_name: OTHERS,
      object_name: 'yes',
      user_id: 'no: it is the account’s',
      device_id: 'yes',
      location_id: 'yes',
      group_id: 'yes',
      download_id: 'yes',
      changes: 'json',
    },
  }),
]
