import { helpEndpoints } from '#shared/contract/help.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { taxonomyLists } from '../taxonomy/lists.ts'
import { manualPdf } from './manual-pdf.ts'

export const helpRoutes = serve(helpEndpoints, {
  getHelp: async (_, { environment, language }) => ({
    faq_url: environment.FAQ_URL?.replaceAll('{language}', language) ?? null,
    consult_url: environment.CONSULT_URL ?? null,
    feedback_email: environment.FEEDBACK_EMAIL ?? null,
    website_url: environment.WEBSITE_URL ?? null,
    map_style_url: environment.MAP_STYLE_URL ?? null,
  }),

  printManual: async ({ params, query }, { language: wanted, reply }) => {
    const language = query.locale ?? wanted
    const manual = taxonomyLists(language).manuals.find(({ key }) => key === params.key)
    if (!manual) throw new Failure('not_found')
    const pdf = await manualPdf(manual.key, manual.name, language)
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="barnometer-${manual.key}-${language}.pdf"`)
      .send(pdf)
  },
})
