import { personalData } from '../kit/personal-data/part.ts'

export const SNAPSHOT_DATA = [
  personalData('research_snapshots', {
    file: 'frozen-versions',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      research_id: 'yes',
      version: 'yes',
      user_id: 'no: it is the account’s',
      language: 'yes',
      input: 'json',
      status: 'yes',
      values: 'yes',
      values_done: 'no: of the work on it',
      created_at: 'yes',
      taken_until: 'no: of the work on it',
      tries: 'no: of the work on it',
      finished_at: 'yes',
      content: 'no: what it says of the data of others',
      summary: 'no: what it says of the data of others',
      file: 'no: a name in the store of files',
      bytes: 'yes',
      sha256: 'yes',
      damage: 'yes',
      published_at: 'yes',
      public_download: 'yes',
      downloads: 'yes',
    },
  }),
]
