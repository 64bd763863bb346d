import type { FastifyInstance, FastifyRequest } from 'fastify'
import { urlOf } from '#shared/contract/call.ts'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { api } from '#shared/contract/index.ts'
import { DRAWN_FROM, sketchEndpoints } from '#shared/contract/sketches.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Painter, SentAnswer } from './painter.ts'

const firstScreen = (path: string, signedIn: boolean) =>
  FIRST_SCREENS.find(screen => screen.signedIn === signedIn && new RegExp(screen.path).test(path.split('?')[0] ?? ''))

/** Answers that the screen of a path reads first, as whoever asks would get them. Null when one of the calls fails. */
export const firstReads = async (
  http: FastifyInstance,
  { headers }: Pick<FastifyRequest, 'headers'>,
  path: string,
  { signedIn, language }: { signedIn: boolean; language: string },
): Promise<SentAnswer[] | null> => {
  const screen = firstScreen(path, signedIn)
  if (!screen) return null
  const calls = screen.reads.map(name => api[name]).filter(({ method }) => method === 'GET')
  const { authorization } = headers
  const answers = await Promise.all(
    calls.map(async call => {
      const answer = await http.inject({
        method: 'GET',
        url: urlOf(call),
        headers: { 'accept-language': language, ...(signedIn && authorization ? { authorization } : {}) },
      })
      return answer.statusCode === 200 ? { method: call.method, path: call.path, json: answer.body } : null
    }),
  )
  return answers.every(answer => answer !== null) ? answers : null
}

export const sketchRoutes = (http: FastifyInstance, painter: Painter): Served[] =>
  serve(sketchEndpoints, {
    getSketch: async ({ query }, { user, request, reply }) => {
      const { path, width, locale: language = user.locale } = query
      const reads = await firstReads(http, request, path, { signedIn: true, language })
      const html = reads && (await painter.paint({ path, language, width, user, reads }))
      const from = reads?.map(({ method, path, json }) => `${method} ${urlOf({ path })}\n${json}\n`)
      return reply
        .header('cache-control', 'no-store')
        .header('content-language', language)
        .type('text/html; charset=utf-8')
        .send(html && from ? [html, DRAWN_FROM, ...from].join('') : '')
    },
  })
