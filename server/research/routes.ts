import type { z } from 'zod'
import { type ResearchInput, researchEndpoints } from '#shared/contract/places/research.ts'
import { writeAudit } from '../audit/audit.ts'
import { serve } from '../kit/http/serve.ts'
import { isoNow } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { presentedResearch, presentResearch, requireResearchOwner, visibleResearch } from './access.ts'
import { setPeople } from './people.ts'
import { placementHandlers } from './placement-handlers.ts'
import { requireSubject } from './placing.ts'
import { planningHandlers } from './planning-handlers.ts'
import { changeResearch, deleteResearch, insertResearch } from './store.ts'

export const researchRoutes = serve(researchEndpoints, {
  ...placementHandlers,
  ...planningHandlers,

  listResearch: async (_, context) => presentResearch(context, await visibleResearch(context.db, context.user)),

  getResearch: ({ params }, context) => presentedResearch(context, params.id),

  createResearch: async ({ body }, context) => {
    const { db, user, t } = context
    requireSubject(body.research_subject_id, t)
    const { people, ...values } = valuesOf(body)
    const made = { ...values, owner_id: user.id, created_at: isoNow(context) }
    const id = await db.transaction().execute(async inside => {
      const id = await insertResearch(inside, made)
      await setPeople(context, inside, { id, name: values.name }, people)
      return id
    })
    sendSoon(context)
    return presentedResearch(context, id)
  },

  updateResearch: async ({ params, body }, context) => {
    const { db, user, t } = context
    await requireResearchOwner(db, user, params.id)
    requireSubject(body.research_subject_id, t)
    const { people, ...values } = valuesOf(body)
    await db.transaction().execute(async inside => {
      await changeResearch(inside, params.id, values)
      await setPeople(context, inside, { id: params.id, name: values.name }, people)
    })
    sendSoon(context)
    return presentedResearch(context, params.id)
  },

  deleteResearch: async ({ params }, context) => {
    const { db, user } = context
    const { name } = await requireResearchOwner(db, user, params.id)
    await db.transaction().execute(async inside => {
      await writeAudit(context, inside, { action: 'project_deleted', name })
      await deleteResearch(inside, params.id)
    })
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
