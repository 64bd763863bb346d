import { z } from 'zod'
import { Language } from './common.ts'
import { endpoints } from './endpoint.ts'

/** Addresses of help outside the product; null where the operator named none. */
export const HelpAddresses = z.object({
  /** Address of questions and answers, in the language of the caller. */
  faq_url: z.string().nullable(),
  /** A chat with somebody who knows. */
  consult_url: z.string().nullable(),
  feedback_email: z.string().nullable(),
  website_url: z.string().nullable(),
  /** Style of the maps (MapLibre); null for country outlines only. */
  map_style_url: z.string().nullable(),
  /** Aerial pictures for the maps: address of their tiles, and whose they are; null where there are none. */
  map_aerial: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** Built-in MQTT broker (`mqtt://host:port`); null where there is none. */
  mqtt_url: z.string().nullable(),
})
export type HelpAddresses = z.infer<typeof HelpAddresses>

export const helpEndpoints = endpoints({
  getHelp: {
    method: 'GET',
    path: '/help',
    access: 'public',
    summary: 'Addresses of help outside the product, as the operator set them',
    response: HelpAddresses,
  },
  printManual: {
    method: 'GET',
    path: '/manuals/:key',
    access: 'public',
    summary: 'A manual as PDF, by its key in the taxonomy',
    params: z.object({ key: z.string().max(50) }),
    /** Beside the header, so that a plain link can name it. */
    query: z.object({ locale: Language.optional() }),
    file: 'application/pdf',
  },
})
