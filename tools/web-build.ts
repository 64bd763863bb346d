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
        if (/\.(m?js|css)$/.test(file.fileName) && source.length > 1024)
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: brotliCompressSync(source) })
      }
    },
  },
}
