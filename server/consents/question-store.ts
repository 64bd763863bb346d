import { type Selectable, sql } from 'kysely'
import type { Database } from '../kit/database/database.ts'
import { inIds } from '../kit/database/in-ids.ts'
import type { Tables } from '../tables.ts'

export type QuestionRow = Selectable<Tables['research_questions']>

/** Asks an address; false when it was asked before and has not answered. One that answered is asked again. */
export const insertQuestion = async (
  db: Database,
  question: { research_id: number; email: string; asked_at: string },
): Promise<boolean> => {
  const row = { ...question, reminders: 0, reminded_at: question.asked_at, answered_at: null }
  const result = await db
    .insertInto('research_questions')
    .values(row)
    .onConflict(conflict =>
      conflict
        .columns(['research_id', 'email'])
        .doUpdateSet({ asked_at: row.asked_at, reminders: 0, reminded_at: row.asked_at, answered_at: null })
        .where('research_questions.answered_at', 'is not', null),
    )
    .executeTakeFirst()
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0
}

/** Asks an address anew, whether it has answered or not: its reminders begin again. One that is asked already stays so since then. */
export const askAnew = (db: Database, question: { research_id: number; email: string; asked_at: string }) => {
  const asked = { reminders: 0, reminded_at: question.asked_at, answered_at: null }
  return db
    .insertInto('research_questions')
    .values({ ...question, ...asked })
    .onConflict(conflict =>
      conflict.columns(['research_id', 'email']).doUpdateSet(eb => ({
        ...asked,
        asked_at: eb
          .case()
          .when('research_questions.answered_at', 'is', null)
          .then(eb.ref('research_questions.asked_at'))
          .else(question.asked_at)
          .end(),
      })),
    )
    .execute()
}

/** Begins the reminders of an open question again where nobody was written about it since `before`; false where somebody was. */
export const askAgain = async (
  db: Database,
  { research_id, email }: { research_id: number; email: string },
  now: string,
  before: string,
): Promise<boolean> => {
  const result = await db
    .updateTable('research_questions')
    .set({ reminders: 0, reminded_at: now })
    .where('research_id', '=', research_id)
    .where('email', '=', email)
    .where('answered_at', 'is', null)
    .where('reminded_at', '<=', before)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

export const questionsOf = (db: Database, researchIds: readonly number[]): Promise<QuestionRow[]> =>
  db
    .selectFrom('research_questions')
    .selectAll()
    .where('research_id', 'in', inIds(db, researchIds))
    .orderBy('asked_at')
    .orderBy('email')
    .execute()

/** Ids of the projects that asked an address, answered or not. */
export const projectsAsking = async (db: Database, email: string): Promise<number[]> => {
  const rows = await db.selectFrom('research_questions').select('research_id').where('email', '=', email).execute()
  return rows.map(row => row.research_id)
}

export const answerQuestion = (db: Database, researchId: number, email: string, answered_at: string) =>
  db
    .updateTable('research_questions')
    .set({ answered_at })
    .where('research_id', '=', researchId)
    .where('email', '=', email)
    .where('answered_at', 'is', null)
    .execute()

/** Questions of one part. */
const PART_SIZE = 500

/**
 * Open questions that nobody was written about since `before`, with fewer reminders than `limit`, a part at a time: those after the
 * last of the part before.
 */
export const questionsToRemind = (
  db: Database,
  { before, limit, after }: { before: string; limit: number; after: QuestionRow | undefined },
): Promise<QuestionRow[]> => {
  const query = db
    .selectFrom('research_questions')
    .selectAll()
    .where('answered_at', 'is', null)
    .where('reminders', '<', limit)
    .where('reminded_at', '<=', before)
    .orderBy('reminded_at')
    .orderBy('research_id')
    .orderBy('email')
    .limit(PART_SIZE)
  if (after === undefined) return query.execute()
  const { reminded_at, research_id, email } = after
  return query
    .where(sql<boolean>`(reminded_at, research_id, email) > (${reminded_at}, ${research_id}, ${email})`)
    .execute()
}

/** Counts a reminder; false where another process was quicker, or there is an answer by now. */
export const countReminder = async (db: Database, question: QuestionRow, now: string): Promise<boolean> => {
  const result = await db
    .updateTable('research_questions')
    .set({ reminders: question.reminders + 1, reminded_at: now })
    .where('research_id', '=', question.research_id)
    .where('email', '=', question.email)
    .where('reminders', '=', question.reminders)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows) > 0
}

/**
 * Gives the questions to an address to the one it was changed to; those asked of both are there once. The ledger says whom somebody
 * asked as it was; what a change of owners asked of who owned a location is asked of the same person by their new address.
 */
export const moveQuestions = async (db: Database, { from, to }: { from: string; to: string }): Promise<void> => {
  await db
    .updateTable('research_consents')
    .set({ email: to })
    .where('email', '=', from)
    .where('kind', '=', 'asked')
    .where('said_by', 'is', null)
    .where('location_id', 'is not', null)
    .execute()
  await db
    .deleteFrom('research_questions')
    .where('email', '=', from)
    .where('research_id', 'in', eb => eb.selectFrom('research_questions').select('research_id').where('email', '=', to))
    .execute()
  await db.updateTable('research_questions').set({ email: to }).where('email', '=', from).execute()
}

/** Forgets what an address was asked; the ledger keeps that it was. */
export const forgetQuestions = (db: Database, email: string) =>
  db.deleteFrom('research_questions').where('email', '=', email).execute()
