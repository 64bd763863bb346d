import { personalData } from '../kit/personal-data/part.ts'

export const PHOTO_DATA = [
  personalData('photos', {
    file: 'photos',
    ids: ['created_by'],
    columns: {
      id: 'yes',
      owner_kind: 'yes',
      owner_id: 'yes',
      client_id: 'yes',
      kind: 'yes',
      time: 'yes',
      file: 'no: a name in the store',
      content_type: 'yes',
      width: 'yes',
      height: 'yes',
      marked: 'yes',
      annotation: 'json',
      created_at: 'yes',
      created_by: 'no: it is the account’s',
    },
  }),
]
