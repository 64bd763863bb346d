import type { FastifyInstance, FastifyRequest } from 'fastify'
import { urlOf } from '#shared/contract/call.ts'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { api } from '#shared/contract/index.ts'
import { type RenderedScreen, renderingEndpoints } from '#shared/contract/rendering.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Renderer, RenderRequest } from './renderer.ts'

type Answers = RenderedScreen['answers']

export const firstScreen = (path: string, signedIn: boolean) =>
  FIRST_SCREENS.find(screen => screen.signedIn === signedIn && new RegExp(screen.path).test(path.split('?')[0] ?? ''))

/** Answers that the screen of a path reads first, as the caller would get them. Null when one of the calls fails. */
export const firstReads = async (
  http: FastifyInstance,
  { headers: { authorization } }: Pick<FastifyRequest, 'headers'>,
  { path, user, language }: Pick<RenderRequest, 'path' | 'user' | 'language'>,
): Promise<Answers | null> => {
  const screen = firstScreen(path, user !== null)
  if (!screen) return null
  const headers = { 'accept-language': language, ...(user && authorization ? { authorization } : {}) }
  const answers = await Promise.all(
    screen.reads.map(async name => {
      const answer = await http.inject({ method: 'GET', url: urlOf(api[name]), headers })
      return answer.statusCode === 200 ? ([api[name].path, answer.json()] as const) : null
    }),
  )
  return answers.every(answer => answer !== null) ? Object.fromEntries(answers) : null
}

/** Renders a first screen, as the caller would see it. */
export const renderFor = async (
  http: FastifyInstance,
  renderer: Renderer,
  request: Pick<FastifyRequest, 'headers'>,
  screen: Pick<RenderRequest, 'path' | 'user' | 'language' | 'width'>,
): Promise<RenderedScreen | null> => {
  const answers = await firstReads(http, request, screen)
  // The first person to come is sent on to make an account.
  if (api.getSetup.response.safeParse(answers?.[api.getSetup.path]).data?.first_account) return null
  const { path, ...facts } = { ...screen, answers: answers ?? {}, now: Date.now() }
  const rendered = answers && (await renderer.render({ path, ...facts }))
  return rendered && { ...rendered, ...facts }
}

export const renderingRoutes = (http: FastifyInstance, renderer: Renderer): Served[] =>
  serve(renderingEndpoints, {
    renderScreen: async ({ query }, { user, request, reply, ...visitor }) => {
      reply.header('cache-control', 'no-store')
      const { path, width, locale: language = user?.locale ?? visitor.language } = query
      return renderFor(http, renderer, request, { path, width, language, user })
    },
  })
