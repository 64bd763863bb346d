import { personalData } from '../kit/personal-data/part.ts'
import type { LossCount } from '../users/removal.ts'
import { countFeeds } from './store.ts'

export const FEED_DATA = [
  personalData('feeds', {
    file: 'feeds',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      user_id: 'no: it is the account’s',
      name: 'yes',
      content: 'json',
      secret_hash: 'no: of a secret',
      tail: 'yes',
      created_at: 'yes',
      last_read_at: 'yes',
      noted_on: 'no: the work of noting',
    },
  }),
]

/** Counts of feeds that end with the account that made them. */
export const lossOfFeeds: LossCount = async (db, userId) => ({ feeds: await countFeeds(db, userId) })
