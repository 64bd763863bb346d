import { hasPhotos } from '#shared/rules/devices/plan.ts'
import type { Database } from '../kit/database/database.ts'
import { plansOfDevices } from './store.ts'

export { noteLastPhotos } from './store.ts'

/** Ids of the devices whose plan has photos. */
export const devicesWithPhotos = async (db: Database, ids: number[]): Promise<Set<number>> =>
  new Set((await plansOfDevices(db, ids)).filter(({ plan }) => hasPhotos(plan)).map(({ id }) => id))
