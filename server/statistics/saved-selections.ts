import {
  MAX_SAVED_SELECTIONS,
  type SavedSelectionChange,
  type SavedSelectionInput,
  savedSelectionEndpoints,
} from '#shared/contract/measurements/saved-selections.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { type SignedIn, serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow, type Services } from '../kit/services.ts'
import {
  changeSavedSelection,
  deleteSavedSelectionOf,
  insertSavedSelection,
  type SavedFor,
  savedSelectionsOf,
} from './saved-selections-store.ts'
import type { StatisticsTables } from './tables.ts'

/** Others of the account; throws no_valid_input where one of them has the name already. */
const othersUnlike = async (
  db: Database,
  { of, id, name, t }: { of: SavedFor; id: number | null; name: string; t: Words },
) => {
  const others = (await savedSelectionsOf(db, of)).filter(one => one.id !== id)
  if (others.some(one => one.name === name))
    throw new Failure('no_valid_input', { fields: { name: [t('fields.taken')] } })
  return others
}

type Context = Services & { user: SignedIn; t: Words }
interface ById {
  params: { id: number }
}

const handlersOf = (table: keyof StatisticsTables) => {
  const forCaller = ({ user }: Context): SavedFor => ({ table, userId: user.id })
  return {
    list: (_: object, context: Context) => savedSelectionsOf(context.db, forCaller(context)),

    create: ({ body }: { body: SavedSelectionInput }, context: Context) => {
      const [of, { t }] = [forCaller(context), context]
      return serializable(context.db, async db => {
        const others = await othersUnlike(db, { of, id: null, name: body.name, t })
        if (others.length >= MAX_SAVED_SELECTIONS)
          throw new Failure('no_valid_input', {
            fields: { name: [t('fields.too_many', { limit: String(MAX_SAVED_SELECTIONS) })] },
          })
        return insertSavedSelection(db, of, { ...body, changed_at: isoNow(context) })
      })
    },

    update: ({ params, body }: ById & { body: SavedSelectionChange }, context: Context) => {
      const of = forCaller(context)
      return serializable(context.db, async db => {
        const { name } = body
        if (name !== undefined) await othersUnlike(db, { of, id: params.id, name, t: context.t })
        const changed = await changeSavedSelection(
          db,
          { id: params.id, ...of },
          { ...body, changed_at: isoNow(context) },
        )
        if (!changed) throw new Failure('not_found')
        return changed
      })
    },

    remove: async ({ params }: ById, context: Context) => {
      if (!(await deleteSavedSelectionOf(context.db, { id: params.id, ...forCaller(context) })))
        throw new Failure('not_found')
      return undefined
    },
  }
}

const [pro, research] = [handlersOf('saved_selections'), handlersOf('research_selections')]

export const savedSelectionRoutes = serve(savedSelectionEndpoints, {
  listSavedSelections: pro.list,
  createSavedSelection: pro.create,
  updateSavedSelection: pro.update,
  deleteSavedSelection: pro.remove,
  listResearchSelections: research.list,
  createResearchSelection: research.create,
  updateResearchSelection: research.update,
  deleteResearchSelection: research.remove,
})
