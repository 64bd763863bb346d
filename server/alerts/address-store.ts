import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { mayName } from '../kit/database/like.ts'
import type { Move } from '../users/address/moves.ts'

/** Rules that may name an address among their recipients. */
export const rulesNaming = (db: Database, address: string) =>
  db.selectFrom('alert_rules').select(['id', 'recipients']).where(mayName('recipients', address)).execute()

/** Changes the recipients of a rule; a form that still shows those before must not save them again. */
export const keepRecipients = (db: Database, ruleId: number, recipients: readonly string[]) =>
  db
    .updateTable('alert_rules')
    .set(eb => ({ recipients: jsonOf([...recipients]), version: eb('version', '+', 1) }))
    .where('id', '=', ruleId)
    .execute()

/** Alarm plans that may name an address among their people. */
export const plansNaming = (db: Database, address: string) =>
  db.selectFrom('alarm_plans').select(['location_id', 'people']).where(mayName('people', address)).execute()

/** Changes the people of a plan; a form that still shows those before must not save them again. */
export const keepPlanPeople = (db: Database, locationId: number, people: readonly object[], at: string) =>
  db
    .updateTable('alarm_plans')
    .set({ people: JSON.stringify(people), updated_at: at })
    .where('location_id', '=', locationId)
    .execute()

/** Moves people of plans to another address; who is there by both is there once. */
export const moveAlarmPeople = async (db: Database, { from, to }: Move): Promise<void> => {
  await db
    .deleteFrom('alarm_people')
    .where('email', '=', from)
    .where('location_id', 'in', eb => eb.selectFrom('alarm_people').select('location_id').where('email', '=', to))
    .execute()
  await db.updateTable('alarm_people').set({ email: to }).where('email', '=', from).execute()
}

/** Moves what an account was told. An alert is told to each address once; what the new one was told stays as it is. */
export const moveNotifications = async (db: Database, { user_id, from, to }: Move): Promise<void> => {
  await db
    .updateTable('alarm_tellings')
    .set({ email: to })
    .where('user_id', '=', user_id)
    .where('email', '=', from)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('alarm_tellings as other')
            .select('other.id')
            .where('other.email', '=', to)
            .where(eb =>
              eb.or([
                eb('other.alert_id', '=', eb.ref('alarm_tellings.alert_id')),
                eb('other.test_id', '=', eb.ref('alarm_tellings.test_id')),
              ]),
            ),
        ),
      ),
    )
    .execute()
}
