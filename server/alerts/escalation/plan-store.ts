import type { Selectable } from 'kysely'
import type { z } from 'zod'
import type { AlarmPlanInput } from '#shared/contract/alerts/alarm-plans.ts'
import type { Language } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { Failure } from '../../kit/failure.ts'
import type { Tables } from '../../tables.ts'

export type PlanPerson = z.output<typeof AlarmPlanInput>['people'][number]
export interface StoredAlarmPlan extends Omit<Selectable<Tables['alarm_plans']>, 'people'> {
  people: PlanPerson[]
}

const withPeople = (row: Selectable<Tables['alarm_plans']>): StoredAlarmPlan => ({
  ...row,
  people: JSON.parse(row.people),
})

export const alarmPlanOf = async (db: Database, locationId: number): Promise<StoredAlarmPlan | undefined> => {
  const row = await db.selectFrom('alarm_plans').selectAll().where('location_id', '=', locationId).executeTakeFirst()
  return row && withPeople(row)
}

/** Plans that name people, of all locations that are not deleted, or of those among these. */
export const livePlans = async (db: Database, locationIds?: readonly number[]): Promise<StoredAlarmPlan[]> => {
  const all = db
    .selectFrom('alarm_plans')
    .innerJoin('locations', 'locations.id', 'alarm_plans.location_id')
    .selectAll('alarm_plans')
    .where('locations.deleted_at', 'is', null)
  const wanted = locationIds ? all.where('alarm_plans.location_id', 'in', inIds(db, locationIds)) : all
  return (await wanted.execute()).map(withPeople).filter(({ people }) => people.length > 0)
}

/**
 * Keeps a plan; false where it is sent again and was kept before. Throws changed_meanwhile when the plan there is not the one that
 * was read: of that time, or none where null.
 */
export const storeAlarmPlan = async (
  db: Database,
  plan: { location_id: number; minutes: number; people: PlanPerson[]; locale: Language; updated_at: string },
  read?: string | null,
): Promise<boolean> => {
  const { location_id, people, ...rest } = plan
  const row = { ...rest, people: JSON.stringify(people) }
  const saved = await db
    .insertInto('alarm_plans')
    .values({ location_id, ...row, reminded_at: null })
    .onConflict(conflict => {
      const there = conflict.column('location_id')
      if (read === null) return there.doNothing()
      const change = there.doUpdateSet(row)
      return read === undefined ? change : change.where('alarm_plans.updated_at', '=', read)
    })
    .returning('location_id')
    .executeTakeFirst()
  if (saved) return true
  const stored = await alarmPlanOf(db, location_id)
  if (stored?.minutes !== plan.minutes || JSON.stringify(stored.people) !== row.people)
    throw new Failure('changed_meanwhile')
  return false
}
