import { randomUUID } from 'node:crypto'
import { depositEndpoints, type Repository } from '#shared/contract/measurements/deposits.ts'
import { MAX_REPOSITORIES } from '#shared/rules/research/deposits.ts'
import { MINUTE_MS } from '#shared/rules/time/units.ts'
import { writeAudit } from '../../audit/audit.ts'
import { noteReads } from '../../consents/ledger.ts'
import { Failure } from '../../kit/failure.ts'
import { after } from '../../kit/held-work.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import { createSeal } from '../../kit/security/seal.ts'
import { isoNow, type Services } from '../../kit/services.ts'
import { requireOwnSnapshot } from '../access.ts'
import { presentedSnapshot, readsOfRow } from '../presented.ts'
import {
  type DepositRow,
  deleteRepository,
  depositOfId,
  depositsOf,
  insertDeposit,
  type RepositoryRow,
  repositoriesOf,
  repositoryOfId,
  saveRepository,
  waitAgain,
} from './deposit-store.ts'
import { REPOSITORY_SEAL } from './send-deposits.ts'

const presentRepository = ({ id, kind, url, collection, created_at }: RepositoryRow): Repository => ({
  ...{ id, kind, url, created_at },
  collection: collection || null,
})

const refused = (field: string, sentence: string): Failure =>
  new Failure('no_valid_input', { fields: { [field]: [sentence] } })

/** Columns of a deposit that nobody sent yet. */
const UNSENT = {
  status: 'waiting',
  taken_until: '',
  tries: 0,
  is_begun: 0,
  remote_id: null,
  doi: null,
  link: null,
  problem: null,
  refusal: null,
  finished_at: null,
} as const

const nameOf = ({ kind, url }: Pick<DepositRow, 'kind' | 'url'>, id: number): string => `${id}, ${kind} ${url}`

export const depositRoutes = (services: Services): Served[] =>
  serve(depositEndpoints, {
    listRepositories: async (_, { db, user }) => (await repositoriesOf(db, user.id)).map(presentRepository),

    saveRepository: async ({ body }, context) => {
      const { db, user, t, environment } = context
      const { kind, url, token } = body
      const collection = kind === 'dataverse' ? (body.collection ?? '') : ''
      // The token goes along with each call.
      if (!url.startsWith('https:') && !environment.ALLOW_PRIVATE_ADDRESSES)
        throw refused('url', t('fields.https_address'))
      const sealed = await createSeal(services, REPOSITORY_SEAL).close(token)
      const row = await db.transaction().execute(async trx => {
        const known = await repositoriesOf(trx, user.id)
        const isNew = !known.some(one => one.kind === kind && one.url === url && one.collection === collection)
        if (isNew && known.length >= MAX_REPOSITORIES)
          throw refused('url', t('fields.too_many', { limit: MAX_REPOSITORIES }))
        const made = { user_id: user.id, kind, url, collection, token: sealed, created_at: isoNow(context) }
        await writeAudit(context, trx, { action: 'repository_saved', name: `${kind} ${url}` })
        return saveRepository(trx, made)
      })
      return presentRepository(row)
    },

    deleteRepository: async ({ params }, context) => {
      const { db, user } = context
      await db.transaction().execute(async trx => {
        const row = await repositoryOfId(trx, params.id)
        if (!row || !(await deleteRepository(trx, user.id, params.id))) throw new Failure('not_found')
        await writeAudit(context, trx, { action: 'repository_deleted', name: `${row.kind} ${row.url}` })
      })
      return undefined
    },

    createDeposit: async ({ params, body }, context) => {
      const { db, user, t } = context
      const { row } = await requireOwnSnapshot(db, user, params.id)
      if (row.status !== 'ready') throw new Failure('conflict')
      if (row.damage !== null) throw new Failure('file_damaged')
      const repository = await repositoryOfId(db, body.repository_id)
      if (repository?.user_id !== user.id) throw refused('repository_id', t('fields.no_repository'))
      const { kind, url, collection } = repository
      const before = await depositsOf(db, [row.id])
      if (before.some(one => one.kind === kind && one.url === url && one.collection === collection))
        throw refused('repository_id', t('fields.deposited_already'))
      // It leaves the product: who owns the data sees since when, and whether everybody may have it.
      await noteReads(context, user, body.publish ? 'published' : 'downloaded', readsOfRow(row))
      await db.transaction().execute(async trx => {
        const made = await insertDeposit(trx, {
          ...{ snapshot_id: row.id, user_id: user.id, repository_id: repository.id, kind, url, collection },
          ...{ mark: `urn:uuid:${randomUUID()}`, publish: body.publish ? 1 : 0, created_at: isoNow(context) },
          ...UNSENT,
        })
        if (!made) throw refused('repository_id', t('fields.deposited_already'))
        await writeAudit(context, trx, { action: 'snapshot_deposited', name: nameOf(repository, row.version) })
      })
      return presentedSnapshot(context, row.id)
    },

    retryDeposit: async ({ params, body }, context) => {
      const { db, user } = context
      const deposit = await depositOfId(db, params.id)
      if (!deposit) throw new Failure('not_found')
      const { row } = await requireOwnSnapshot(db, user, deposit.snapshot_id)
      const own = (await repositoriesOf(db, user.id)).find(
        ({ kind, url, collection }) =>
          kind === deposit.kind && url === deposit.url && collection === deposit.collection,
      )
      const publish = body.publish || deposit.publish === 1
      if (publish && deposit.publish === 0) await noteReads(context, user, 'published', readsOfRow(row))
      // A data set whose answer was lost is found by the search of the repository, which needs a while to know of it.
      const isLost = deposit.is_begun === 1 && deposit.remote_id === null
      await db.transaction().execute(async trx => {
        const again = await waitAgain(trx, deposit, {
          ...{ repository_id: own?.id ?? null, user_id: user.id, publish: publish ? 1 : 0 },
          taken_until: isLost ? after(context, MINUTE_MS) : '',
        })
        if (!again) throw new Failure('conflict')
        await writeAudit(context, trx, { action: 'snapshot_deposited', name: nameOf(deposit, row.version) })
      })
      return presentedSnapshot(context, row.id)
    },
  })
