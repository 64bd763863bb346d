import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { FIRST_SCREENS } from './shared/contract/first-screens.ts'
import { contractHash } from './tools/contract-hash.ts'
import { schemaFree } from './tools/schema-free.ts'
import { themeVariables } from './tools/theme-variables.ts'
import { compressed } from './tools/web-build.ts'

const LARGEST_PRECACHED_BYTES = 800_000

/** Drawing of the pages of a PDF, which the server has to make first. */
const ONLINE_ONLY = /\bpaper-pages-/

/** The product as it opens without a network: all but what is large, which is kept once it has been fetched. */
const serviceWorker = VitePWA({
  // web/app/updates/new-version.ts registers it, and asks before a new one takes over.
  injectRegister: false,
  registerType: 'prompt',
  manifest: false,
  workbox: {
    globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}', 'assets/inter-latin-*.woff2'],
    // Larger files are kept once they have been fetched. They are left out here because a limit of workbox warns of each.
    maximumFileSizeToCacheInBytes: 10_000_000,
    manifestTransforms: [
      entries => ({
        manifest: entries.filter(({ url, size }) => size <= LARGEST_PRECACHED_BYTES && !ONLINE_ONLY.test(url)),
        warnings: [],
      }),
    ],
    inlineWorkboxRuntime: true,
    importScripts: ['/push.js'],
    sourcemap: false,
    navigateFallback: '/index.html',
    navigateFallbackDenylist: [/^\/(api|write|v2)(\/|$)/],
    runtimeCaching: [
      {
        urlPattern: /\/assets\/[^/]+$/,
        handler: 'CacheFirst',
        options: { cacheName: 'large', expiration: { maxEntries: 40 } },
      },
    ],
  },
})

export default defineConfig({
  root: 'web',
  define: { 'import.meta.env.VITE_CONTRACT': JSON.stringify(contractHash()) },
  plugins: [schemaFree, themeVariables, react(), serviceWorker, compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    // The server names the files of a first screen by it (server/rendering/pages.ts).
    manifest: true,
    rolldownOptions: {
      input: [
        'web/index.html',
        'web/boot/main.tsx',
        'web/app/shell/layout.tsx',
        ...FIRST_SCREENS.filter(screen => !('apart' in screen)).map(({ page }) => `web/${page}`),
      ],
      output: {
        // A phone waits for each file of its own longer than for its bytes, and runs each in a task of its own.
        codeSplitting: {
          groups: [
            // Code of the bundler itself, which is in no file.
            { name: 'bundler', test: /^\0/, priority: 4 },
            { name: 'react', tags: ['$initial'], test: /node_modules.(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, minShareCount: 2, priority: 2 },
            { name: 'common', tags: ['$initial'], minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': process.env.API_ORIGIN ?? 'http://127.0.0.1:8080' },
  },
})
