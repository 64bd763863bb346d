import { personalData } from '../kit/personal-data/part.ts'

export const IMPORT_DATA = [
  personalData('imports', {
    file: 'imports',
    ids: ['created_by'],
    columns: {
      id: 'yes',
      device_id: 'yes',
      file_name: 'yes',
      bytes: 'yes',
      state: 'yes',
      plan: 'json',
      counts: 'json',
      rows_done: 'yes',
      busy_until: 'no: of the work on it',
      holder: 'no: of the work on it',
      created_at: 'yes',
      created_by: 'no: it is the account’s',
      stored_at: 'yes',
      undone_at: 'yes',
    },
  }),
]
