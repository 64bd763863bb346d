import { z } from 'zod'
import { Language } from './common.ts'
import { endpoints } from './endpoint.ts'

export const sketchEndpoints = endpoints({
  getSketch: {
    method: 'GET',
    path: '/sketch',
    access: 'signedIn',
    summary:
      'What a first screen looks like, as HTML to show until the product has come; empty where nothing is drawn: other screens, and while the server is not ready to',
    query: z.object({
      /** With its query, which the screen may be filtered by. */
      path: z.string().max(1000),
      /** px. */
      width: z.coerce.number().int().min(1).max(20_000),
      /** Instead of the language of the account. */
      locale: Language.optional(),
    }),
    file: 'text/html',
  },
})
