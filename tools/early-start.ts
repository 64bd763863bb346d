import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { minifySync } from 'vite'
import { urlOf } from '../shared/contract/call.ts'
import { FIRST_SCREENS } from '../shared/contract/first-screens.ts'
import { LANGUAGES } from '../shared/contract/fixed.ts'
import { api } from '../shared/contract/index.ts'
import { DRAWN_FROM } from '../shared/contract/sketches.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const SOURCE = fileURLToPath(new URL('../web/early.ts', import.meta.url))
const FILE = 'early.js'

/** The modules of each first screen. */
const MODULES: Record<(typeof FIRST_SCREENS)[number]['texts'], readonly string[]> = {
  users: ['users/sign-in/sign-in-page.tsx'],
  locations: ['app/shell/layout.tsx', 'locations/home/home-page.tsx'],
  measurements: ['app/shell/layout.tsx', 'measurements/page/data-page.tsx'],
}

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter(file => file.type === 'chunk')

/** What a chunk imports before it can run, then the chunk itself, each with its style sheets. */
const filesOf = (chunk: Chunk | undefined, bundle: Bundle, found = new Set<string>(), seen = new Set<Chunk>()) => {
  if (!chunk || seen.has(chunk)) return found
  seen.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found, seen)
  }
  found.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
  return found
}

const filesOfModule = (path: string, bundle: Bundle): string[] => {
  const chunk = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/${path}`)))
  if (!chunk) throw new Error(`${path} is in no chunk: correct tools/early-start.ts`)
  return [...filesOf(chunk, bundle)]
}

const isStyle = (file: string) => file.endsWith('.css')
const isScript = (file: string) => !isStyle(file)
const addressOf = (file: string) => `/${file}`

/** The table `SCREENS` and the list `START` of web/early.ts. */
const startOf = (bundle: Bundle) => {
  const start = filesOfModule('web/main.tsx', bundle)
  const addressesOf = (paths: readonly string[]) =>
    [...new Set(paths.flatMap(path => filesOfModule(path, bundle)))].filter(file => !start.includes(file))
  const screens = FIRST_SCREENS.map(({ path, signedIn, texts, reads }) => {
    const files = addressesOf(MODULES[texts].map(module => `web/${module}`))
    return {
      path,
      signedIn,
      styles: files.filter(isStyle).map(addressOf),
      scripts: files.filter(isScript).map(addressOf),
      texts: Object.fromEntries(
        LANGUAGES.map(one => [
          one,
          addressesOf([`web/kit/language/first-texts/${one}.ts`, `shared/locales/${one}/${texts}.json`]).map(addressOf),
        ]),
      ),
      reads: reads.map(name => `${api[name].method} ${urlOf(api[name])}`),
    }
  })
  return { screens, start: start.filter(isScript).map(addressOf) }
}

const scriptWith = ({ screens, start }: { screens: readonly object[]; start: readonly string[] }): string => {
  const script = stripTypeScriptTypes(readFileSync(SOURCE, 'utf8'))
  return minifySync(
    FILE,
    `{const SCREENS = ${JSON.stringify(screens)}, START = ${JSON.stringify(start)}, DRAWN_FROM = ${JSON.stringify(DRAWN_FROM)};${script}}`,
  ).code
}

/** The page, whose early script fetches all others. */
const SCRIPTS = / *<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?\n/g

/** What nearly all text is set in: asked for before the style sheet that names it has come. */
const FONT = /inter-latin-opsz-normal.*\.woff2$/

/** The page of the sign-in, into which the server draws its form (server/sketches). */
const signInPage = (page: string, styles: readonly string[]) =>
  page
    .replace('</head>', `${styles.map(href => `<link rel="stylesheet" crossorigin href="${href}">`).join('')}</head>`)
    .replace(/<svg id="boot".*<\/svg>/s, '<div id="sketch" class="of-page"><!--sketch--></div>')

/**
 * The script that runs before the product has come: a phone waits for one answer after the other longer than for their
 * bytes, so the first screens' parts and reads are asked for at once.
 */
export const earlyStart: Plugin = {
  name: 'early-start',
  configureServer: server => {
    server.middlewares.use(`/${FILE}`, (_, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(scriptWith({ screens: [], start: [] }))
    })
  },
  // It asks how wide the screen is.
  transformIndexHtml: page =>
    page.replace(/<meta name="viewport".*>/, viewport => `${viewport}\n    <script src="/${FILE}"></script>`),
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      const found = startOf(bundle)
      this.emitFile({ type: 'asset', fileName: FILE, source: scriptWith(found) })
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('the page is not there yet')
      const font = Object.keys(bundle).find(file => FONT.test(file))
      const page = String(index.source)
        .replaceAll(SCRIPTS, '')
        .replace('</head>', `<link rel="preload" as="font" crossorigin href="/${font}"></head>`)
      index.source = page
      const signIn = found.screens.find(({ signedIn }) => !signedIn)
      this.emitFile({ type: 'asset', fileName: 'sign-in.html', source: signInPage(page, signIn?.styles ?? []) })
    },
  },
}
