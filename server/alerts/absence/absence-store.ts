import type { Insertable, Selectable } from 'kysely'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import type { Tables } from '../../tables.ts'

export type StoredAbsence = Selectable<Tables['absences']>

export const absenceOf = (db: Database, userId: number): Promise<StoredAbsence | undefined> =>
  db.selectFrom('absences').selectAll().where('user_id', '=', userId).executeTakeFirst()

/** Writes an absence in place of the one before. Returns its id. */
export const replaceAbsence = async (db: Database, row: Insertable<Tables['absences']>): Promise<number> => {
  await db.deleteFrom('absences').where('user_id', '=', row.user_id).execute()
  return (await db.insertInto('absences').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes days that the stand-in has agreed to anyway, and who is told of what is urgent. */
export const changeAbsence = (
  db: Database,
  id: number,
  set: Partial<Pick<StoredAbsence, 'from' | 'until' | 'both' | 'asked_at'>>,
) => db.updateTable('absences').set(set).where('id', '=', id).execute()

export const deleteAbsence = (db: Database, id: number) => db.deleteFrom('absences').where('id', '=', id).execute()

/** Takes an account out of the absences that it stands in for. */
export const endStandInsOf = (db: Database, userId: number) =>
  db.updateTable('absences').set({ stand_in_id: null }).where('stand_in_id', '=', userId).execute()

/** Keeps an answer. Returns whether it is another than before. */
export const answerAbsence = async (
  db: Database,
  id: number,
  answer: 'yes' | 'no',
  answered_at: string,
): Promise<boolean> => {
  const changed = await db
    .updateTable('absences')
    .set({ answer, answered_at })
    .where('id', '=', id)
    .where(eb => eb.or([eb('answer', 'is', null), eb('answer', '!=', answer)]))
    .executeTakeFirst()
  return changed.numUpdatedRows > 0
}

/** Absences of people who can sign in with their names and those of the stand-ins. */
const selectNamed = (db: Database) =>
  db
    .selectFrom('absences')
    .innerJoin('users as away', 'away.id', 'absences.user_id')
    .innerJoin('users as standing', 'standing.id', 'absences.stand_in_id')
    .selectAll('absences')
    .select([
      'away.name',
      'away.time_zone',
      'away.email',
      'away.locale',
      'away.formats',
      'standing.name as stand_in_name',
    ])
    .where('away.suspended_at', 'is', null)
    .where('standing.suspended_at', 'is', null)

export type NamedAbsence = Awaited<ReturnType<ReturnType<typeof selectNamed>['executeTakeFirstOrThrow']>>

export const namedAbsence = (db: Database, id: number): Promise<NamedAbsence | undefined> =>
  selectNamed(db).where('absences.id', '=', id).executeTakeFirst()

/** Absences for which somebody was asked to stand in, the next first. */
export const absencesAsking = (db: Database, userId: number): Promise<NamedAbsence[]> =>
  selectNamed(db).where('absences.stand_in_id', '=', userId).orderBy('absences.from').orderBy('absences.id').execute()

export type DeliveryAbsence = Selectable<Tables['delivery_absences']>

/** Notes why a delivery goes to whom it goes; the first reason by the same absence stays. */
export const noteAbsence = (db: Database, row: DeliveryAbsence) =>
  db
    .insertInto('delivery_absences')
    .values(row)
    .onConflict(conflict => conflict.doNothing())
    .execute()

/** Takes an absence out of the reasons of some deliveries. */
export const dropAbsence = (db: Database, deliveryIds: readonly number[], userId: number) =>
  db
    .deleteFrom('delivery_absences')
    .where('delivery_id', 'in', inIds(db, deliveryIds))
    .where('user_id', '=', userId)
    .execute()

export const absencesOfDeliveries = (db: Database, deliveryIds: readonly number[]): Promise<DeliveryAbsence[]> =>
  db
    .selectFrom('delivery_absences')
    .selectAll()
    .where('delivery_id', 'in', inIds(db, deliveryIds))
    .orderBy('user_id')
    .execute()

/** The same with the name that each reason tells: of who is away to who stands in, of who stands in to who is away. */
export const namedDeliveryAbsences = async (db: Database, deliveryIds: readonly number[]) => {
  const rows = await db
    .selectFrom('delivery_absences')
    .innerJoin('users as away', 'away.id', 'delivery_absences.user_id')
    .leftJoin('users as standing', 'standing.id', 'delivery_absences.stand_in_id')
    .select(['delivery_id', 'delivery_absences.user_id', 'delivery_absences.stand_in_id', 'reason'])
    .select(['away.name', 'standing.name as stand_in_name'])
    .where('delivery_id', 'in', inIds(db, deliveryIds))
    .orderBy('delivery_absences.user_id')
    .execute()
  return rows.map(({ delivery_id, user_id, stand_in_id, reason, name, stand_in_name }) => ({
    delivery_id,
    user_id,
    stand_in_id,
    reason,
    name: reason === 'stands_in' ? name : (stand_in_name ?? ''),
  }))
}
