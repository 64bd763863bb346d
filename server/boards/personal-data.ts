import { personalData } from '../kit/personal-data/part.ts'

export const BOARD_DATA = [
  personalData('boards', {
    file: 'boards',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      name: 'yes',
      content: 'json',
      version: 'yes',
      changed_at: 'yes',
      link_hash: 'no: of a secret',
      link_tail: 'yes',
      link_created_at: 'yes',
    },
  }),
]
