import { absenceEndpoints } from '#shared/contract/alerts/absences.ts'
import { type Served, serve } from '../../kit/http/serve.ts'
import { answerAsked, answerQuestion, endAbsence, presentAbsences, saveAbsence, showQuestion } from './absences.ts'

/** Routes of who is away and who stands in. */
export const absenceRoutes: Served[] = serve(absenceEndpoints, {
  getAbsence: (_, context) => presentAbsences(context),

  saveAbsence: async ({ body }, context) => {
    await saveAbsence(context, body)
    return presentAbsences(context)
  },

  endAbsence: async (_, context) => {
    await endAbsence(context)
    return undefined
  },

  answerStandIn: async ({ params, body }, context) => {
    await answerAsked(context, params.id, body.answer)
    return presentAbsences(context)
  },

  getStandInQuestion: ({ params }, context) => showQuestion(context, params.token),

  answerStandInQuestion: ({ params, body }, context) => answerQuestion(context, params.token, body.answer),
})
