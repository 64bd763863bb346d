import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { schemaFree } from './tools/schema-free.ts'

/** The same pages once more, for the server, which renders the first screens with them. */
export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [schemaFree, react()],
  ssr: { noExternal: true },
  // React for development is slower, and writes stacks of what fails into the HTML.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    ssr: 'boot/server.tsx',
    outDir: '../dist/server',
    emptyOutDir: true,
    target: 'es2024',
  },
})
