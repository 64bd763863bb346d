import { MAX_SAVED_SELECTIONS, savedSelectionEndpoints } from '#shared/contract/measurements/saved-selections.ts'
import type { Database } from '../kit/database/database.ts'
import { serializable } from '../kit/database/store-error.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { isoNow } from '../kit/services.ts'
import {
  changeSavedSelection,
  deleteSavedSelectionOf,
  insertSavedSelection,
  savedSelectionsOf,
} from './saved-selections-store.ts'

/** Others of the account; throws no_valid_input where one of them has the name already. */
const othersUnlike = async (
  db: Database,
  { userId, id, name, t }: { userId: number; id: number | null; name: string; t: Words },
) => {
  const others = (await savedSelectionsOf(db, userId)).filter(one => one.id !== id)
  if (others.some(one => one.name === name))
    throw new Failure('no_valid_input', { fields: { name: [t('fields.taken')] } })
  return others
}

export const savedSelectionRoutes = serve(savedSelectionEndpoints, {
  listSavedSelections: (_, { db, user }) => savedSelectionsOf(db, user.id),

  createSavedSelection: ({ body }, context) => {
    const { user, t } = context
    return serializable(context.db, async db => {
      const others = await othersUnlike(db, { userId: user.id, id: null, name: body.name, t })
      if (others.length >= MAX_SAVED_SELECTIONS)
        throw new Failure('no_valid_input', {
          fields: { name: [t('fields.too_many', { limit: String(MAX_SAVED_SELECTIONS) })] },
        })
      return insertSavedSelection(db, { ...body, user_id: user.id, changed_at: isoNow(context) })
    })
  },

  updateSavedSelection: ({ params, body }, context) => {
    const { user, t } = context
    return serializable(context.db, async db => {
      await othersUnlike(db, { userId: user.id, id: params.id, name: body.name, t })
      const place = { id: params.id, userId: user.id }
      const changed = await changeSavedSelection(db, place, { ...body, changed_at: isoNow(context) })
      if (!changed) throw new Failure('not_found')
      return changed
    })
  },

  deleteSavedSelection: async ({ params }, { db, user }) => {
    if (!(await deleteSavedSelectionOf(db, { id: params.id, userId: user.id }))) throw new Failure('not_found')
    return undefined
  },
})
