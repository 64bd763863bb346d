import { personalData } from '../kit/personal-data/part.ts'

export const OFFER_DATA = [
  personalData('offers', {
    file: 'offers',
    ids: ['from_user_id'],
    emails: ['email'],
    columns: {
      id: 'yes',
      kind: 'yes',
      device_id: 'yes',
      rental_id: 'yes',
      location_id: 'yes',
      research_id: 'yes',
      from_user_id: 'yes',
      email: 'yes',
      created_at: 'yes',
      declined_at: 'yes',
    },
  }),
]
