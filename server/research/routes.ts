import type { z } from 'zod'
import { type ResearchInput, researchEndpoints } from '../../shared/contract/research.ts'
import { serve } from '../kit/serve.ts'
import { isoNow } from '../kit/world.ts'
import { requireResearch, requireResearchOwner, visibleResearch } from './access.ts'
import { placementHandlers } from './placement-handlers.ts'
import { requireSubject } from './placing.ts'
import { planningHandlers } from './planning-handlers.ts'
import { changeResearch, deleteResearch, insertResearch } from './store.ts'

export const researchRoutes = serve(researchEndpoints, {
  ...placementHandlers,
  ...planningHandlers,

  listResearch: (_, { db, user }) => visibleResearch(db, user),

  getResearch: ({ params }, { db, user }) => requireResearch(db, user, params.id),

  createResearch: async ({ body }, context) => {
    const { db, user, texts } = context
    requireSubject(body.research_subject_id, texts)
    const { people, ...values } = valuesOf(body)
    const made = { ...values, owner_id: user.id, created_at: isoNow(context) }
    const id = await db.transaction().execute(inside => insertResearch(inside, made, people))
    return requireResearch(db, user, id)
  },

  updateResearch: async ({ params, body }, { db, user, texts }) => {
    await requireResearchOwner(db, user, params.id)
    requireSubject(body.research_subject_id, texts)
    const { people, ...values } = valuesOf(body)
    await db.transaction().execute(inside => changeResearch(inside, params.id, values, people))
    return requireResearch(db, user, params.id)
  },

  deleteResearch: async ({ params }, { db, user }) => {
    await requireResearchOwner(db, user, params.id)
    await deleteResearch(db, params.id)
    return undefined
  },
})

const valuesOf = (input: z.output<typeof ResearchInput>) => ({
  ...input,
  end: input.end ?? null,
  aim: input.aim ?? null,
  purpose: input.purpose ?? null,
  conclusion: input.conclusion ?? null,
  institution: input.institution ?? null,
})
