import type { Bus } from '../../kit/bus/bus.ts'
import type { Database } from '../../kit/database/database.ts'
import { inIds } from '../../kit/database/in-ids.ts'
import { type ruleColumnsOf, ruleOf, type StoredRule } from './rule-rows.ts'

const RULES = 'alert-rules'

/** Tells whoever keeps rules at hand to read them again. */
export const publishRulesChanged = (bus: Bus): void => bus.publish(RULES, null)
export const onRulesChanged = (bus: Bus, listener: () => void): (() => void) => bus.subscribe(RULES, listener)

type Values = ReturnType<typeof ruleColumnsOf>

export const ruleOfId = (db: Database, id: number): Promise<StoredRule | undefined> =>
  db.selectFrom('alert_rules').selectAll().where('id', '=', id).executeTakeFirst()

const selectOwned = (db: Database) =>
  db
    .selectFrom('alert_rules')
    .innerJoin('users', 'users.id', 'alert_rules.user_id')
    .selectAll('alert_rules')
    .select(['users.name as owner_name', 'users.email as owner_email'])
export type OwnedRule = StoredRule & { owner_name: string; owner_email: string }

/** A rule with the name of whose it is. */
export const ownedRuleOfId = (db: Database, id: number): Promise<OwnedRule | undefined> =>
  selectOwned(db).where('alert_rules.id', '=', id).executeTakeFirst()

/** The rules of one account with the name of whose they are, of all where null. */
export const rulesOfUser = (db: Database, userId: number | null): Promise<OwnedRule[]> => {
  const all = selectOwned(db).orderBy('alert_rules.created_at').orderBy('alert_rules.id')
  return (userId === null ? all : all.where('user_id', '=', userId)).execute()
}

/** Counts the rules of an account, switched on or not. */
export const countRules = async (db: Database, userId: number): Promise<number> => {
  const row = await db
    .selectFrom('alert_rules')
    .select(eb => eb.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return Number(row?.count ?? 0)
}

export const insertRule = (
  db: Database,
  userId: number,
  values: Values & { demo?: number },
  at: string,
): Promise<StoredRule> =>
  db
    .insertInto('alert_rules')
    .values({ ...values, user_id: userId, created_at: at, updated_at: at })
    .returningAll()
    .executeTakeFirstOrThrow()

export const changeRule = (db: Database, id: number, values: Partial<Values>, at: string): Promise<StoredRule> =>
  db
    .updateTable('alert_rules')
    .set(eb => ({ ...values, updated_at: at, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Switches a rule on that is there. */
export const switchOnRule = (db: Database, id: number, at: string): Promise<StoredRule> =>
  changeRule(db, id, { active: 1 }, at)

export const deleteRule = (db: Database, id: number) => db.deleteFrom('alert_rules').where('id', '=', id).execute()

/** Deletes the rules of the demo farm. */
export const deleteDemoRules = (db: Database) => db.deleteFrom('alert_rules').where('demo', '=', 1).execute()

/** Rules that are switched on, with the address of whose they are; some of them when `ids` are given, which are few. */
export const activeRules = async (db: Database, ids?: number[]) => (await readRules(db, ids)).rules

const selectActive = (db: Database) =>
  db
    .selectFrom('alert_rules')
    .innerJoin('users', 'users.id', 'alert_rules.user_id')
    .selectAll('alert_rules')
    .select('users.email')
    .where('active', '=', 1)
    .orderBy('alert_rules.id')

/** The rules of some accounts that are switched on; those that cannot be read are left out. */
export const activeRulesOf = async (db: Database, userIds: readonly number[]) =>
  read(await selectActive(db).where('user_id', 'in', inIds(db, userIds)).execute()).rules

/** The same, with those that cannot be read beside them: one row must not hide all others. */
export const readRules = async (db: Database, ids?: number[]) => {
  const query = selectActive(db)
  return read(await (ids ? query.where('alert_rules.id', 'in', inIds(db, ids)) : query).execute())
}

const read = (rows: readonly (StoredRule & { email: string })[]) => {
  const unreadable: { id: number; user_id: number; error: unknown }[] = []
  const rules = rows.flatMap(({ email, ...row }) => {
    try {
      return [{ ...ruleOf(row), user_id: row.user_id, email }]
    } catch (error) {
      unreadable.push({ id: row.id, user_id: row.user_id, error })
      return []
    }
  })
  return { rules, unreadable }
}
export type Rules = { readonly [part in keyof Read]: Readonly<Read[part]> }
type Read = Awaited<ReturnType<typeof readRules>>
export type ActiveRule = Awaited<ReturnType<typeof activeRules>>[number]
