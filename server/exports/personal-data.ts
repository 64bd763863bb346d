import { personalData } from '../kit/personal-data/part.ts'

export const EXPORT_DATA = [
  personalData('exports', {
    file: 'exports',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      input: 'json',
      names: 'json',
      format: 'yes',
      status: 'yes',
      from: 'yes',
      until: 'yes',
      values: 'yes',
      values_done: 'yes',
      bytes: 'yes',
      created_at: 'yes',
      progressed_at: 'no: of the work on it',
      finished_at: 'yes',
      expires_at: 'yes',
      ticket_hash: 'no: of a secret',
      ticket_until: 'no: of a secret',
      taken_until: 'no: of the work on it',
      tries: 'no: of the work on it',
      file: 'no: a name of the server’s own',
    },
  }),
  personalData('downloads', {
    file: 'downloads',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      at: 'yes',
      format: 'yes',
      from: 'yes',
      until: 'yes',
      measurements: 'json',
      raw: 'yes',
    },
  }),
]
