import { z } from 'zod'
import { Language } from './common.ts'
import { endpoints } from './endpoint.ts'

/**
 * Between the HTML of a sketch and what it was drawn from: for each call a line `GET /api/locations` and one with its answer,
 * so that the product begins with the same values and asks for none of them again.
 */
export const DRAWN_FROM = '<!--drawn from-->\n'

export const sketchEndpoints = endpoints({
  getSketch: {
    method: 'GET',
    path: '/sketch',
    access: 'signedIn',
    summary:
      'What a first screen looks like, as HTML to show until the product has come, and behind it the answers it was drawn from; empty where nothing is drawn: other screens, and while the server is not ready to',
    query: z.object({
      /** Path of the screen with its query, which the screen may be filtered by. */
      path: z.string().max(1000),
      /** px. */
      width: z.coerce.number().int().min(1).max(20_000),
      /** Instead of the language of the account. */
      locale: Language.optional(),
    }),
    file: 'text/html',
  },
})
