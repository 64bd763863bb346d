import { createMemoryHistory } from '@tanstack/react-router'
import i18next from 'i18next'
import { renderToString } from 'react-dom/server'
import { urlOf } from '#shared/contract/call.ts'
import type { Language } from '#shared/contract/fixed.ts'
import { Product } from '../app/product.tsx'
import { routerOn } from '../app/routing/router.tsx'
import { queryClient } from '../kit/api/query.ts'
import { endSession, startSession, type User } from '../kit/api/session.ts'
import { startTexts } from '../kit/language/language.ts'
import { standInFor } from './stand-in.ts'

export interface Sketch {
  path: string
  language: Language
  /** px. */
  width: number
  /** Person signed in; null for a visitor who has not signed in. */
  user: User | null
  /** Answers of calls without parameters. */
  reads: readonly { method: string; path: string; json: string }[]
}

/** The router brings one that scrolls, for pages that have no other. */
const SCRIPTS = /<script.*?<\/script>/gs

let started: Promise<unknown> | undefined

/** Calls the screen would read next, for the early script. */
const nextReads = (): string =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state, options }) => state.data === undefined && !('enabled' in options && options.enabled === false))
    .map(({ queryKey: [method, path, params, query] }) => [method, urlOf({ path: String(path) }, { params, query })])
    .map(call => renderToString(<meta name="reads" content={call.join(' ')} />))
    .join('')

/**
 * Draws one sketch at a time: whose screen it is, what was read and in which language stand in places that all share.
 */
const draw = async ({ path, language, width, user, reads }: Sketch): Promise<string> => {
  standInFor(width)
  started ??= startTexts(language, [])
  await started
  await i18next.changeLanguage(language)
  try {
    if (user) startSession('sketched', user)
    for (const read of reads) queryClient.setQueryData([read.method, read.path, null, null], JSON.parse(read.json))
    const router = routerOn(createMemoryHistory({ initialEntries: [path] }))
    await router.load()
    return renderToString(<Product router={router} />).replaceAll(SCRIPTS, '') + nextReads()
  } finally {
    queryClient.clear()
    endSession()
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Draws a screen before anything in it can be touched, as HTML. Throws what a page throws. */
export const sketch = (wanted: Sketch): Promise<string> => {
  const drawn = last.then(() => draw(wanted))
  last = drawn.catch(() => undefined)
  return drawn
}
