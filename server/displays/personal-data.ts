import { personalData } from '../kit/personal-data/part.ts'
import type { LossCount } from '../users/removal.ts'
import { countLitDisplays } from './store.ts'

export const DISPLAY_DATA = [
  personalData('wall_displays', {
    file: 'wall-displays',
    ids: ['user_id'],
    columns: {
      id: 'yes',
      location_id: 'yes',
      user_id: 'no: it is the account’s',
      name: 'yes',
      look: 'yes',
      secret_hash: 'no: of a secret',
      tail: 'yes',
      created_at: 'yes',
      last_seen_at: 'yes',
      expires_at: 'yes',
    },
  }),
]

/** Counts of wall displays that go dark with the account that made them. */
export const lossOfDisplays: LossCount = async (db, userId, now) => ({
  displays: await countLitDisplays(db, userId, now),
})
