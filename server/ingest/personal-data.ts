import { personalData } from '../kit/personal-data/part.ts'

export const MAPPING_DATA = [
  personalData('mappings', {
    file: 'mappings',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      name: 'yes',
      mapping: 'json',
      created_at: 'yes',
      version: 'yes',
    },
  }),
]
