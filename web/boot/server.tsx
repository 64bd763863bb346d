import { createMemoryHistory } from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server'
import { urlOf } from '#shared/contract/call.ts'
import type { RenderedScreen } from '#shared/contract/rendering.ts'
import { Product } from '../app/product.tsx'
import { routerOn } from '../app/routing/router.tsx'
import { createQueryClient } from '../kit/api/query.ts'
import { renderedFor, textsOfRequest } from '../kit/language/of-request.ts'

export interface RenderRequest extends Pick<RenderedScreen, 'language' | 'width' | 'now' | 'user' | 'answers'> {
  path: string
}

// All that the first screens are rendered with is there before a first one is.
await Promise.all([
  import('../app/shell/layout.tsx'),
  import('../users/sign-in/sign-in-page.tsx'),
  import('../locations/home/home-page.tsx'),
  import('../measurements/page/data-page.tsx'),
])

/** Does nothing but be loaded. */
export const warm = () => undefined

/** Renders a screen with a router, reads and texts of its own: nothing of it is known to another request. */
export const renderScreen = async ({ path, language, width, now, user, answers }: RenderRequest) => {
  const queryClient = createQueryClient()
  for (const [path, answer] of Object.entries(answers)) queryClient.setQueryData(['GET', path, null, null], answer)
  const session = renderedFor({ token: user && 'of the request', user }, language)
  const visit = { queryClient, i18n: await textsOfRequest(language), session: () => session }
  const router = routerOn(visit, createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  let failure: unknown
  const stream = await renderToReadableStream(<Product router={router} first={{ session, now, width }} />, {
    // In one piece, without scripts that would put later pieces in their places.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    // Thrown from here it would end the thread, and with it what is rendered for others.
    onError: error => {
      failure ??= error
    },
  })
  await stream.allReady
  if (failure) throw failure
  const next = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false))
    .map(({ queryKey: [, path, params, query] }) => urlOf({ path: String(path) }, { params, query }))
  return { html: await new Response(stream).text(), next }
}
