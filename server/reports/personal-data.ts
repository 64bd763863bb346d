import { personalData } from '../kit/personal-data/part.ts'

export const REPORT_DATA = [
  personalData('reports', {
    file: 'reports',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      title: 'yes',
      content: 'json',
      names: 'json',
      from: 'yes',
      until: 'yes',
      time_zone: 'yes',
      language: 'yes',
      status: 'yes',
      parts: 'yes',
      parts_done: 'no: of the work on it',
      created_at: 'yes',
      taken_until: 'no: of the work on it',
      tries: 'no: of the work on it',
      finished_at: 'yes',
      expires_at: 'yes',
      error: 'yes',
      pages: 'yes',
      bytes: 'yes',
      file: 'no: a name in the store of files',
      is_linked: 'yes',
      link_number: 'no: of the link',
    },
  }),
]
