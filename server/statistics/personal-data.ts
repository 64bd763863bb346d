import { personalData } from '../kit/personal-data/part.ts'

const columns = {
  id: 'yes',
  user_id: 'no: it is the account’s',
  name: 'yes',
  search: 'yes',
  changed_at: 'yes',
} as const

export const STATISTICS_DATA = [
  personalData('saved_selections', { file: 'saved-selections', ids: ['user_id'], columns }),
  personalData('research_selections', { file: 'research-selections', ids: ['user_id'], columns }),
]
