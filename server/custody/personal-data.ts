import { personalData } from '../kit/personal-data/part.ts'

export const CUSTODY_DATA = [
  personalData('rentals', {
    file: 'custodies',
    ids: ['user_id'],
    emails: ['email'],
    columns: {
      id: 'yes',
      device_id: 'yes',
      user_id: 'no: it is the account’s',
      email: 'yes',
      owner: 'yes',
      given_from: 'yes',
      start: 'yes',
      end: 'yes',
    },
  }),
]
