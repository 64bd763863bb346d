import type { z } from 'zod'
import { consentEndpoints } from '#shared/contract/places/consents.ts'
import { type ResearchInput, researchEndpoints } from '#shared/contract/places/research.ts'
import { MAX_RICH_LETTERS, plainTextOf } from '#shared/rules/formats/rich-text.ts'
import { toInterval } from '#shared/rules/time/interval.ts'
import type { Span } from '#shared/rules/time/rental.ts'
import { differences, writeAudit } from '../audit/audit.ts'
import { ledgerOf, lockLedger } from '../consents/ledger.ts'
import type { Database } from '../kit/database/database.ts'
import { jsonOf } from '../kit/database/json.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import type { Words } from '../kit/language.ts'
import { requireRepeated } from '../kit/repeated.ts'
import { isoNow } from '../kit/services.ts'
import { sendSoon } from '../notifications/outbox/outbox.ts'
import { EMISSION_SUBJECT } from '../taxonomy/choices.ts'
import { measurementTypeOf } from '../taxonomy/types.ts'
import { presentedResearch, presentResearch, requireResearchOwner, visibleResearch } from './access.ts'
import { cleanRichText, isMarkup } from './clean-rich-text.ts'
import { consentHandlers } from './consents/consent-handlers.ts'
import { peopleAndAskedOf, setPeople } from './people.ts'
import { placementHandlers } from './placement-handlers.ts'
import { refusedField, requireSubject, researchOfPlacements } from './placing.ts'
import { planningHandlers } from './planning-handlers.ts'
import { changeResearch, deleteResearch, insertResearch, type ResearchRow } from './store.ts'

export const consentRoutes = serve(consentEndpoints, consentHandlers)

export const researchRoutes = serve(researchEndpoints, {
  ...placementHandlers,
  ...planningHandlers,

  listResearch: async (_, context) => presentResearch(context, await visibleResearch(context.db, context.user)),

  getResearchSummary: async (_, { db, user }) => {
    // Administrators have the tabs of both anyway, and see the devices of all: nothing is read for them.
    if (user.admin) return { research: true, emission: true }
    const placements = await researchOfPlacements({ db, user })
    const projects = placements.some(one => one.research_id !== null) || (await visibleResearch(db, user)).length > 0
    return { research: projects, emission: placements.some(one => one.research_subject_id === EMISSION_SUBJECT) }
  },

  getResearch: ({ params }, context) => presentedResearch(context, params.id),

  createResearch: async ({ body }, context) => {
    const { db, user, t } = context
    const { demo, ...input } = body
    if (demo && !user.admin) throw new Failure('not_allowed')
    requireKnown(input, t)
    const { people, ...values } = valuesOf(input, t)
    const made = { ...values, owner_id: user.id, created_at: isoNow(context), demo: demo ? 1 : null }
    const id = await db.transaction().execute(async inside => {
      const id = await insertResearch(inside, made)
      await writeAudit(context, inside, { action: 'project_created', name: made.name })
      await setPeople(context, inside, { id, name: values.name }, people)
      return id
    })
    sendSoon(context)
    return presentedResearch(context, id)
  },

  updateResearch: async ({ params, body }, context) => {
    const { db, user, t } = context
    await requireResearchOwner(db, user, params.id)
    const { version, ...input } = body
    requireKnown(input, t)
    const { people, ...values } = valuesOf(input, t)
    await db.transaction().execute(async inside => {
      await lockLedger(inside, params.id)
      // Read once the ledger is held: an owner may have said yes to a shorter one meanwhile.
      const before = await requireResearchOwner(inside, user, params.id)
      if (version !== undefined && version !== before.version) {
        requireRepeated(before, { ...values, changed_by: user.id }, version)
        if (await isShownTo(inside, before, people)) return
        throw new Failure('changed_meanwhile')
      }
      await requireConsentedPeriod(inside, before, values, t)
      await changeResearch(inside, params.id, { ...values, changed_by: user.id })
      const changes = differences(['name', 'start', 'end'], before, values)
      await writeAudit(context, inside, { action: 'project_changed', name: values.name, changes })
      await setPeople(context, inside, { id: params.id, name: values.name }, people)
    })
    sendSoon(context)
    return presentedResearch(context, params.id)
  },

  deleteResearch: async ({ params }, context) => {
    const { db, user } = context
    await requireResearchOwner(db, user, params.id)
    await db.transaction().execute(async inside => {
      // Changes of owners hold the ledger before what hangs at it: so does this, or both would wait for one another.
      await lockLedger(inside, params.id)
      const { name } = await requireResearchOwner(inside, user, params.id)
      await writeAudit(context, inside, { action: 'project_deleted', name })
      await deleteResearch(inside, params.id)
    })
    return undefined
  },
})

/** Tells whether a project is shown to these people alone already, or they are asked. */
const isShownTo = async (db: Database, { id }: ResearchRow, people: readonly string[]): Promise<boolean> => {
  const named = await peopleAndAskedOf(db, id)
  return named.size === new Set(people).size && people.every(email => named.has(email))
}

/** Requires that a project gets no longer once an owner said yes: a yes is about its period as it was then. */
const requireConsentedPeriod = async (db: Database, before: ResearchRow, wanted: Span, t: Words): Promise<void> => {
  if (!(await ledgerOf(db, [before.id])).some(({ kind }) => kind === 'yes')) return
  const [one, other] = [toInterval(before), toInterval(wanted)]
  if (other.from < one.from) throw refusedField('start', t('fields.consented_period'))
  if (other.until > one.until) throw refusedField('end', t('fields.consented_period'))
}

/** Requires a subject and measurements that the product knows. */
const requireKnown = (input: z.output<typeof ResearchInput>, t: Words): void => {
  requireSubject(input.research_subject_id, t)
  const unknown = input.target_measurements?.find(key => !measurementTypeOf(key))
  if (unknown !== undefined)
    throw refusedField('target_measurements', t('rejections.unknown_measurement', { field: unknown }))
}

/** A purpose as it is kept: markup in its one form, any other text as it is. Throws no_valid_input for a longer one than anybody reads. */
const purposeOf = ({ purpose }: Pick<z.output<typeof ResearchInput>, 'purpose'>, t: Words): string | null => {
  const kept = purpose && isMarkup(purpose) ? cleanRichText(purpose) : purpose || null
  if (kept !== null && plainTextOf(kept).length > MAX_RICH_LETTERS)
    throw refusedField('purpose', t('fields.too_long', { limit: MAX_RICH_LETTERS }))
  return kept
}

const valuesOf = (input: z.output<typeof ResearchInput>, t: Words) => ({
  ...input,
  end: input.end ?? null,
  aim: input.aim ?? null,
  purpose: purposeOf(input, t),
  conclusion: input.conclusion ?? null,
  institution: input.institution ?? null,
  target_measurements: input.target_measurements?.length ? jsonOf([...new Set(input.target_measurements)]) : null,
})
