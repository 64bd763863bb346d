import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { FIRST_SCREENS } from '#shared/contract/first-screens.ts'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { languageOf } from '../kit/language.ts'
import type { Renderer } from './renderer.ts'
import { firstScreen, renderFor } from './routes.ts'

/** px. A browser does not say how wide it is, but whether it is a phone's; web/boot/boot.ts looks again. */
const WIDTH = { phone: 390, desktop: 1440 }

/** Query parameters that change what the form of the sign-in says: nothing is rendered with them. */
const SAYS = ['msg', 'email', 'token']

/** Files of a module, as Vite's manifest lists them. */
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Files of modules, what they import first: styles and scripts in the order they run. */
const filesOf = (manifest: Manifest, names: readonly string[], found = new Set<string>()): Set<string> => {
  for (const name of names) {
    const module = manifest[name]
    if (!module) throw new Error(`${name} is not in the manifest of the build`)
    if (found.has(`/${module.file}`)) continue
    filesOf(manifest, module.imports ?? [], found)
    for (const file of [...(module.css ?? []), module.file]) found.add(`/${file}`)
  }
  return found
}

const dataOf = (id: string, value: unknown): string =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`
const isStyle = (file: string) => file.endsWith('.css')

/** Pages of a build: the one of Vite, and for each first screen one that names its files. */
const readPages = async (folder: string, manifestFile: string) => {
  const index = await readFile(join(folder, 'index.html'), 'utf8')
  const manifest: Manifest = JSON.parse(await readFile(manifestFile, 'utf8'))
  const pages = FIRST_SCREENS.map(({ page, texts, signedIn }) => {
    const files = [...filesOf(manifest, ['boot/main.tsx', ...(signedIn ? ['app/shell/layout.tsx'] : []), page])]
    const textsOf = LANGUAGES.map(language => [
      language,
      [
        ...filesOf(manifest, [
          `kit/language/first-texts/${language}.ts`,
          `../shared/locales/${language}/${texts}.json`,
        ]),
      ],
    ])
    const styles = files.filter(file => isStyle(file) && !index.includes(file))
    const parts = { scripts: files.filter(file => !isStyle(file)), texts: Object.fromEntries(textsOf) }
    const links = styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`).join('')
    return index.replace('</head>', () => `${links}${dataOf('parts', parts)}</head>`)
  })
  return { index, pages }
}

/**
 * Page of the product for an address. That of a first screen names its files, which a browser would find one after the other;
 * the sign-in needs no token and stands in it already.
 */
export const createPages = (folder: string, http: FastifyInstance, renderer: Renderer) => {
  const manifestFile = join(folder, '.vite/manifest.json')
  let built: number | undefined
  let latest: ReturnType<typeof readPages> | undefined
  const pageOf = async (path: string): Promise<string> => {
    const { mtimeMs } = await stat(manifestFile)
    if (!latest || mtimeMs !== built) latest = readPages(folder, manifestFile)
    built = mtimeMs
    const { index, pages } = await latest
    const screen = firstScreen(path, !path.startsWith('/sign-in'))
    return (screen && pages[FIRST_SCREENS.indexOf(screen)]) ?? index
  }

  const signIn = async (request: FastifyRequest<{ Querystring: Record<string, unknown> }>): Promise<string> => {
    const page = await pageOf('/sign-in')
    const { query, headers } = request
    if (SAYS.some(name => name in query)) return page
    const language = LANGUAGES.find(one => one === query.locale) ?? languageOf(headers['accept-language'])
    const width = WIDTH[/\bMobi/.test(headers['user-agent'] ?? '') ? 'phone' : 'desktop']
    const rendered = await renderFor(http, renderer, request, { path: '/sign-in', language, width, user: null })
    // The first person to come is sent on to make an account.
    if (!rendered || (rendered.answers['/setup'] as { first_account?: boolean }).first_account) return page
    const { html, ...facts } = rendered
    return page
      .replace('<html lang="en"', () => `<html lang="${language}" data-rendered`)
      .replace(/<div id="root">.*?<\/div>/s, () => `<div id="root">${html}</div>`)
      .replace('</body>', () => `${dataOf('rendered', facts)}</body>`)
  }
  return { pageOf, signIn }
}
