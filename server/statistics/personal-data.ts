import { personalData } from '../kit/personal-data/part.ts'

export const STATISTICS_DATA = [
  personalData('saved_selections', {
    file: 'saved-selections',
    ids: ['user_id'],
    columns: { id: 'yes', user_id: 'no: it is the account’s', name: 'yes', search: 'yes', changed_at: 'yes' },
  }),
]
