import { z } from 'zod'
import { Language } from './common.ts'
import { endpoints } from './endpoint.ts'

export const sketchEndpoints = endpoints({
  getSketch: {
    method: 'GET',
    path: '/sketch',
    access: 'signedIn',
    summary:
      "What a first screen looks like, as HTML to be shown until the product has come; 204 where nothing is drawn: of other screens, and while the server's own pages are not loaded yet",
    query: z.object({
      path: z.string().max(200),
      /** px. */
      width: z.coerce.number().int().min(1).max(20_000),
      /** Instead of the language of the account. */
      locale: Language.optional(),
    }),
    file: 'text/html',
  },
})
