import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { api } from '#shared/contract/index.ts'
import {
  type RenderedScreen,
  type RenderRequest,
  renderingEndpoints,
  type ScreenRead,
} from '#shared/contract/rendering.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Renderer } from './renderer.ts'

export const firstScreen = (path: string, signedIn: boolean) =>
  FIRST_SCREENS.find(screen => screen.signedIn === signedIn && new RegExp(screen.path).test(path.split('?')[0] ?? ''))

/** Answers to reads, as the caller would get them, without those that failed. Null when one of these is needed, or nobody is signed in. */
export const answersFor = async (
  http: FastifyInstance,
  { headers: { authorization } }: Pick<FastifyRequest, 'headers'>,
  reads: readonly ScreenRead[],
  { user, language }: Pick<RenderRequest, 'user' | 'language'>,
): Promise<RenderedScreen['answers'] | null> => {
  const headers = { 'accept-language': language, ...(user && authorization ? { authorization } : {}) }
  const answers = await Promise.all(
    reads.map(async ({ key, url, needed }) => {
      const answer = await http.inject({ method: 'GET', url, headers })
      if (answer.statusCode === 200) return [{ key, answer: answer.json() as unknown }]
      return needed || answer.statusCode === 401 ? null : []
    }),
  )
  return answers.every(answer => answer !== null) ? answers.flat() : null
}

/** Tells whether nobody has an account yet: the first person to come is sent on to make one. */
const isUnused = ({ key, answer }: RenderedScreen['answers'][number]): boolean =>
  key[1] === api.getSetup.path && api.getSetup.response.parse(answer).first_account

/** Renders a first screen, as the caller would see it. */
export const renderFor = async (
  http: FastifyInstance,
  renderer: Renderer,
  request: Pick<FastifyRequest, 'headers'>,
  screen: Pick<RenderRequest, 'path' | 'user' | 'language' | 'width'>,
): Promise<RenderedScreen | null> => {
  const reads = firstScreen(screen.path, screen.user !== null) && (await renderer.readsOf(screen.path))
  const answers = reads && (await answersFor(http, request, reads, screen))
  if (!answers || answers.some(isUnused)) return null
  const { path, ...facts } = { ...screen, answers, now: Date.now() }
  const rendered = await renderer.render({ path, ...facts })
  // A page without its heading is one that only the browser can begin, such as a draft that the device has kept.
  if (!rendered?.html.includes('<h1')) return null
  const { html, next } = rendered
  return { html, next, ...facts }
}

export const renderingRoutes = (http: FastifyInstance, renderer: Renderer): Served[] =>
  serve(renderingEndpoints, {
    renderScreen: async ({ query }, { user, request, reply, ...visitor }) => {
      reply.header('cache-control', 'no-store')
      const { path, width, locale: language = user?.locale ?? visitor.language } = query
      return renderFor(http, renderer, request, { path, width, language, user })
    },
  })
