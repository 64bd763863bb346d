import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { languageOf } from '../kit/language.ts'
import type { Painter } from './painter.ts'
import { firstReads } from './routes.ts'

/** px. A browser does not say how wide it is, but whether it is a phone's; web/early.ts looks again. */
const WIDTH = { phone: 390, desk: 1440 }

/** Query parameters that change what the form says: nothing is drawn with them. */
const SAYS = ['msg', 'email', 'token']

/** The page of /sign-in with its form in it, as `file` leaves room for. Null where nothing could be drawn. */
export const signInPage = async (
  http: FastifyInstance,
  request: FastifyRequest,
  painter: Painter,
  file: string,
): Promise<string | null> => {
  const query = request.query as Record<string, unknown>
  if (SAYS.some(name => name in query)) return null
  const wished = LANGUAGES.find(one => one === query.locale)
  const language = wished ?? languageOf(request.headers['accept-language'])
  const form = /\bMobi/.test(request.headers['user-agent'] ?? '') ? 'phone' : 'desk'
  const reads = await firstReads(http, request, '/sign-in', { signedIn: false, language })
  // Whoever comes first is sent on to make an account.
  if (!reads || reads.some(({ json }) => (JSON.parse(json) as { first_account?: boolean }).first_account)) return null
  const html = await painter.paint({ path: '/sign-in', language, width: WIDTH[form], user: null, reads })
  if (html === null) return null
  const page = await readFile(file, 'utf8')
  return page
    .replace('<html lang="en"', () => `<html lang="${language}" data-sketch="${language} ${form}"`)
    .replace('<!--sketch-->', () => html)
}
