import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { minifySync } from 'vite'
import { urlOf } from '../shared/contract/call.ts'
import type { Endpoint } from '../shared/contract/endpoint.ts'
import { LANGUAGES } from '../shared/contract/fixed.ts'
import { api } from '../shared/contract/index.ts'

type Bundle = Rolldown.OutputBundle
type Chunk = Rolldown.OutputChunk

const SOURCE = fileURLToPath(new URL('../web/early.ts', import.meta.url))
const FILE = 'early.js'

interface Wanted {
  paths: readonly string[]
  signedIn: boolean
  modules: readonly string[]
  texts: string
  reads: readonly Endpoint[]
}

/** The screens somebody's visit begins with. What is missing here only comes later, not never. */
const WANTED: readonly Wanted[] = [
  { paths: ['/sign-in'], signedIn: false, modules: ['users/sign-in-page.tsx'], texts: 'users', reads: [api.getSetup] },
  {
    paths: ['/', '/locations'],
    signedIn: true,
    modules: ['app/layout.tsx', 'locations/home-page.tsx'],
    texts: 'locations',
    reads: [api.authenticate, api.listLocations, api.listSensors, api.listLast, api.getTaxonomy, api.getDemo],
  },
  {
    paths: ['/data', '/measurements'],
    signedIn: true,
    modules: ['app/layout.tsx', 'measurements/data-page.tsx'],
    texts: 'measurements',
    reads: [api.authenticate, api.listSensors, api.listLast, api.getTaxonomy, api.getSettings],
  },
]

const chunksOf = (bundle: Bundle): Chunk[] => Object.values(bundle).filter(file => file.type === 'chunk')

/** A chunk, what it imports before it can run, and their style sheets. */
const filesOf = (chunk: Chunk | undefined, bundle: Bundle, found = new Set<string>()): Set<string> => {
  if (!chunk || found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) found.add(sheet)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(imported, bundle, found)
  }
  return found
}

/** The table `SCREENS` of web/early.ts. */
const screensOf = (bundle: Bundle) => {
  const chunks = chunksOf(bundle)
  const filesOfModule = (path: string): string[] => {
    const chunk = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(`/${path}`)))
    if (!chunk) throw new Error(`${path} is in no chunk: correct WANTED in tools/early-start.ts`)
    return [...filesOf(chunk, bundle)]
  }
  // The page itself names these.
  const start = new Set(filesOfModule('web/main.tsx'))
  const addressesOf = (modules: readonly string[]) =>
    [...new Set(modules.flatMap(filesOfModule))].filter(file => !start.has(file)).map(file => `/${file}`)
  return WANTED.map(({ paths, signedIn, modules, texts, reads }) => ({
    paths,
    signedIn,
    files: addressesOf(modules.map(module => `web/${module}`)),
    texts: Object.fromEntries(
      LANGUAGES.map(one => [
        one,
        addressesOf([`web/kit/first-texts/${one}.ts`, `shared/locales/${one}/${texts}.json`]),
      ]),
    ),
    reads: reads.map(endpoint => `${endpoint.method} ${urlOf(endpoint)}`),
  }))
}

const scriptWith = (screens: readonly object[]): string => {
  const script = stripTypeScriptTypes(readFileSync(SOURCE, 'utf8'))
  return minifySync(FILE, `{const SCREENS = ${JSON.stringify(screens)};${script}}`).code
}

/**
 * The script that runs before the product has come: a phone waits for one answer after the other longer than for their
 * bytes, so the first screens' parts and reads are asked for at once.
 */
export const earlyStart: Plugin = {
  name: 'early-start',
  configureServer: server => {
    server.middlewares.use(`/${FILE}`, (_, response) => {
      response.setHeader('content-type', 'text/javascript')
      response.end(scriptWith([]))
    })
  },
  transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${FILE}` }, injectTo: 'head-prepend' }],
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      this.emitFile({ type: 'asset', fileName: FILE, source: scriptWith(screensOf(bundle)) })
    },
  },
}
