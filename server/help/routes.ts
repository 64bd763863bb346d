import { helpEndpoints } from '#shared/contract/help.ts'
import { brokerOf, PLACEHOLDERS } from '#shared/rules/ingest/examples.ts'
import { Failure } from '../kit/failure.ts'
import { serve } from '../kit/http/serve.ts'
import { mqttAddress } from '../kit/mqtt-address.ts'
import { taxonomyLists } from '../taxonomy/lists.ts'
import { manualPdf } from './manual-pdf.ts'

export const helpRoutes = serve(helpEndpoints, {
  getHelp: async (_, { environment, publicUrl, language }) => ({
    faq_url: environment.FAQ_URL?.replaceAll('{language}', language) ?? null,
    consult_url: environment.CONSULT_URL ?? null,
    feedback_email: environment.FEEDBACK_EMAIL ?? null,
    website_url: environment.WEBSITE_URL ?? null,
    map_style_url: environment.MAP_STYLE_URL ?? null,
    map_aerial: environment.MAP_AERIAL_URL
      ? { url: environment.MAP_AERIAL_URL, attribution: environment.MAP_AERIAL_ATTRIBUTION }
      : null,
    mqtt_url: mqttAddress({ environment, publicUrl }),
  }),

  printManual: async ({ params, query }, { environment, publicUrl, language: wanted, reply }) => {
    const language = query.locale ?? wanted
    const manual = taxonomyLists(language).manuals.find(({ key }) => key === params.key)
    if (!manual) throw new Failure('not_found')
    const mqtt = mqttAddress({ environment, publicUrl })
    const values = { ...PLACEHOLDERS, origin: publicUrl(), ...(mqtt && { broker: brokerOf(mqtt) }) }
    const pdf = await manualPdf(manual, language, { values, hasBroker: mqtt !== null })
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="barnometer-${manual.key}-${language}.pdf"`)
      .send(pdf)
  },
})
