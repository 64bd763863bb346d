import { z } from 'zod'
import { User } from './accounts/users.ts'
import { Language } from './common.ts'
import { endpoints } from './endpoint.ts'

/** Screen as the server rendered it, with all the browser needs to hydrate it. */
export const RenderedScreen = z.object({
  html: z.string(),
  language: Language,
  user: User.nullable(),
  /** Time it was rendered at (epoch ms). */
  now: z.number(),
  /** Width of the window it was rendered for (px). */
  width: z.number(),
  /** Reads it was rendered from: the keys the pages know them by, and their answers. */
  answers: z.array(z.object({ key: z.array(z.unknown()).readonly(), answer: z.unknown() })),
  /** Addresses the screen reads next. */
  next: z.array(z.string()),
})
export type RenderedScreen = z.infer<typeof RenderedScreen>

/** Screen to render, with what is known of who looks at it. */
export interface RenderRequest extends Pick<RenderedScreen, 'language' | 'width' | 'now' | 'user' | 'answers'> {
  path: string
}

export interface Rendered extends Pick<RenderedScreen, 'html' | 'next'> {
  /** Why a part of the screen is left to the browser, where one is. */
  failure?: string
}

/** Read that a screen is rendered from: the key its page knows it by, and the address of the call. */
export interface ScreenRead {
  key: readonly unknown[]
  url: string
  /** False where the screen can do without it. */
  needed: boolean
}

export const renderingEndpoints = endpoints({
  renderScreen: {
    method: 'GET',
    path: '/rendered-screen',
    access: 'public',
    scope: 'session',
    summary:
      'A first screen as HTML, to show until the product has come, with the answers it was rendered from; null where nothing is rendered: other screens, and while the server is not ready to',
    query: z.object({
      /** Path of the screen with its query, which the screen may be filtered by. */
      path: z.string().max(1000),
      /** px. */
      width: z.coerce.number().int().min(1).max(20_000),
      /** Instead of the language of the account, or for a visitor of the browser. */
      locale: Language.optional(),
    }),
    response: RenderedScreen.nullable(),
  },
})
