import type { Database } from '../../kit/database/database.ts'
import type { Services } from '../../kit/services.ts'
import { LEAST_KEPT_MS } from '../kept.ts'
import { horizonsOf } from './changed-hours-store.ts'
import { readingsKeptFrom } from './changes.ts'
import type { SummedHours } from './clean-hours.ts'

export { horizonsOf, leaveHoursAlone, moveHorizonBack, noteDropped, refuseBefore } from './changed-hours-store.ts'
export { readingsKeptFrom } from './changes.ts'

/** Time (epoch ms) before which hours are all that is kept; before all times where every reading is. */
export const hoursAloneUntil = async (db: Database): Promise<number> => {
  const { hours_alone_until } = await horizonsOf(db)
  return hours_alone_until === null ? Number.NEGATIVE_INFINITY : Date.parse(hours_alone_until)
}

/** Hours that can be taken of summaries alone: for what is otherwise made of readings, and takes longer than these stay as they are. */
export const onlyHoursAlone = (aloneUntil: number): SummedHours => ({
  until: aloneUntil,
  aloneUntil,
  changed: new Map(),
})

/** Tells the time (epoch ms) since which readings are kept, of what some have; before all times where none of them is old. */
export type KeptSince = (readings: readonly { time: number }[]) => Promise<number>

export const createKeptSince =
  ({ db, now }: Pick<Services, 'db' | 'now'>): KeptSince =>
  async readings => {
    const old = now() - LEAST_KEPT_MS
    return readings.some(({ time }) => time < old) ? readingsKeptFrom(db) : Number.NEGATIVE_INFINITY
  }
