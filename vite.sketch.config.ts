import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { schemaFree } from './tools/schema-free.ts'
import { withoutSummaries } from './tools/web-build.ts'

/** The same pages once more, for the server, which draws the sketch of a first screen with them. */
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [schemaFree, withoutSummaries, react()],
  ssr: { noExternal: true },
  build: {
    ssr: 'sketch/main.ts',
    outDir: '../dist/sketch',
    emptyOutDir: true,
    target: 'es2024',
  },
})
