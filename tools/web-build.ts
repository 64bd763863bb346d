import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Files as they are sent, compressed once and harder than a server could at each request. */
export const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle)) {
        const source = Buffer.from(file.type === 'chunk' ? file.code : file.source)
        if (/\.(js|css)$/.test(file.fileName) && source.length > 1024)
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source) })
      }
    },
  },
}

const CLASS_NAMES = /@mantine\/core\/esm\/(?:components|utils)\/.*\/(\w+)\.module\.mjs$/

/** Each component of the library brings its own style sheet, to the chunk it is in, instead of every sheet at the start. */
export const componentStyles: Plugin = {
  name: 'component-styles',
  apply: 'build',
  transform: {
    filter: { id: CLASS_NAMES },
    handler: (code, id) => `import '@mantine/core/styles/${CLASS_NAMES.exec(id)?.[1]}.layer.css'\n${code}`,
  },
}

/** While developing, the library comes in one piece with all its style sheets. */
export const allStyles: Plugin = {
  name: 'all-styles',
  apply: 'serve',
  transform: {
    filter: { id: /\/web\/main\.tsx$/ },
    handler: code => `import '@mantine/core/styles.layer.css'\n${code}`,
  },
}

/** What a call does in a sentence is for the documentation, which the server prints: no browser has to load it. */
export const withoutSummaries: Plugin = {
  name: 'without-summaries',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/shared/contract/') ? code.replaceAll(/^ +summary:\s+(['"]).*\1,\n/gm, '') : undefined,
}
