import type { Plugin } from 'vite'
import { api } from '../shared/contract/index.ts'

const TABLE = /\/shared\/contract\/index\.ts$/

/** Part of each endpoint that a caller needs: where it is, not what the server checks it by. */
const addresses = Object.fromEntries(
  Object.entries(api).map(([name, { method, path, ...rest }]) => [
    name,
    { method, path, ...('root' in rest ? { root: rest.root } : {}) },
  ]),
)

/**
 * Gives the web the table of all calls without its schemas, which would bring the checking library and every domain to the
 * first screen. Its types stay; a form imports the one schema it checks by from the domain's contract file.
 */
export const schemaFree: Plugin = {
  name: 'schema-free',
  enforce: 'pre',
  load: { filter: { id: TABLE }, handler: () => `export const api = ${JSON.stringify(addresses)}` },
}
