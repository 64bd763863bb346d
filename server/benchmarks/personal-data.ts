import { personalData } from '../kit/personal-data/part.ts'

export const BENCHMARK_DATA = [
  personalData('benchmark_agreements', {
    file: 'benchmark-agreements',
    key: ['location_id'],
    ids: ['user_id'],
    columns: { location_id: 'yes', user_id: 'no: it is the account’s', agreed_at: 'yes' },
  }),
]
