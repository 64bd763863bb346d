import type { Bus } from '../kit/bus.ts'
import type { Catalogue } from '../kit/catalogue.ts'
import { type columnsOf, type RuleRow, ruleOf } from './rule-rows.ts'

const RULES = 'alert-rules'

/** Whoever keeps rules at hand reads them again. */
export const tellRulesChanged = (bus: Bus): void => bus.publish(RULES, null)
export const onRulesChanged = (bus: Bus, listener: () => void): (() => void) => bus.subscribe(RULES, listener)

type Values = ReturnType<typeof columnsOf>

export const rulesOfUser = async (db: Catalogue, userId: number) =>
  (
    await db
      .selectFrom('alert_rules')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(ruleOf)

export const insertRule = (
  db: Catalogue,
  userId: number,
  values: Values & { demo?: number },
  at: string,
): Promise<RuleRow> =>
  db
    .insertInto('alert_rules')
    .values({ ...values, user_id: userId, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeRule = (db: Catalogue, id: number, values: Partial<Values>, at: string): Promise<RuleRow> =>
  db
    .updateTable('alert_rules')
    .set({ ...values, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const deleteRule = (db: Catalogue, id: number) => db.deleteFrom('alert_rules').where('id', '=', id).execute()

/** Rules that are switched on, with the address of whose they are; some of them when `ids` are given. */
export const activeRules = async (db: Catalogue, ids?: number[]) => {
  const query = db
    .selectFrom('alert_rules')
    .innerJoin('users', 'users.id', 'alert_rules.user_id')
    .selectAll('alert_rules')
    .select('users.email')
    .where('active', '=', 1)
    .orderBy('alert_rules.id')
  const rows = await (ids ? query.where('alert_rules.id', 'in', ids.length ? ids : [0]) : query).execute()
  return rows.map(({ email, ...row }) => ({ ...ruleOf(row), user_id: row.user_id, email }))
}
export type ActiveRule = Awaited<ReturnType<typeof activeRules>>[number]
