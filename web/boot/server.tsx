import { createMemoryHistory } from '@tanstack/react-router'
import { renderToReadableStream } from 'react-dom/server'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import type { Rendered, RenderRequest, ScreenRead } from '#shared/contract/rendering.ts'
import { Product } from '../app/product.tsx'
import { readsAt, routerOn } from '../app/routing/router.tsx'
import { loadShell } from '../app/shell/page-frame.tsx'
import { createQueryClient, urlOfKey } from '../kit/api/query.ts'
import { renderedFor, textsOfRequest } from '../kit/language/of-request.ts'

// All that the first screens are rendered with is there before a first one is.
const pages = import.meta.glob('../*/**/*-page.tsx')
await Promise.all([loadShell(), ...FIRST_SCREENS.map(({ page }) => pages[`../${page}`]?.())])

/** Most reads of what is not rendered that are begun before the product has come: more would hold up its scripts. */
const MOST_NEXT = 8

export const readsOf = async (path: string): Promise<ScreenRead[]> =>
  (await readsAt(path)).map(read => ({ key: read.queryKey, url: urlOfKey(read.queryKey), needed: !read.optional }))

/** Renders a screen with a router, reads and texts of its own, known to no other request. Parts that fail are left to the browser. */
export const renderScreen = async (request: RenderRequest): Promise<Rendered> => {
  const { path, language, width, now, user, answers } = request
  const queryClient = createQueryClient()
  for (const { key, answer } of answers) queryClient.setQueryData(key, answer)
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
  const next = queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false))
    .map(({ queryKey }) => urlOfKey(queryKey))
  const html = await new Response(stream).text()
  return { html, next: next.slice(0, MOST_NEXT), ...(failure === undefined ? {} : { failure: String(failure) }) }
}
