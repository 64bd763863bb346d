import { dataCopyEndpoints } from '#shared/contract/accounts/data-copies.ts'
import { MAX_UNFINISHED_COPIES } from '#shared/rules/accounts/data-copy.ts'
import { writeAudit } from '../audit/audit.ts'
import type { Database } from '../kit/database/database.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { countAttempt } from '../kit/limits/limits.ts'
import { lockUser } from '../kit/limits/lock-user-store.ts'
import { isoNow } from '../kit/services.ts'
import { copiesOf, copyOfId, giveUpCopy, insertCopy } from './store.ts'

const requireFewUnfinished = async (db: Database, userId: number): Promise<void> => {
  const unfinished = (await copiesOf(db, userId)).filter(({ status }) => status === 'waiting' || status === 'running')
  if (unfinished.length >= MAX_UNFINISHED_COPIES) throw new Failure('limit_exceeded', { retryAfter: 60 })
}

export const dataCopyRoutes = serve(dataCopyEndpoints, {
  listDataCopies: (_, { db, user }) => copiesOf(db, user.id),

  createDataCopy: async (_, context) => {
    const { db, user, language } = context
    return db.transaction().execute(async trx => {
      await lockUser(trx, user.id)
      await requireFewUnfinished(trx, user.id)
      await countAttempt({ ...context, db: trx }, 'data_copy', user.id)
      await writeAudit(context, trx, { action: 'data_copy_requested', user_id: user.id })
      return insertCopy(trx, { user_id: user.id, language, created_at: isoNow(context) })
    })
  },

  deleteDataCopy: async ({ params }, { db, user }) => {
    if (!(await giveUpCopy(db, user.id, params.id))) throw new Failure('not_found')
    return undefined
  },

  getDataCopyFile: async ({ params }, context) => {
    const { db, user, reply, files } = context
    const row = await copyOfId(db, user.id, params.id)
    const isThere = row?.status === 'ready' && row.expires_at !== null && row.expires_at > isoNow(context)
    const content = isThere && row.file !== null ? await files.read(row.file) : null
    if (!content) throw new Failure('not_found')
    await writeAudit(context, db, { action: 'data_copy_downloaded', user_id: user.id })
    reply.type('application/zip').header('cache-control', 'no-store')
    reply.header('content-disposition', 'attachment; filename="barnometer-my-data.zip"')
    return reply.send(content)
  },
})
