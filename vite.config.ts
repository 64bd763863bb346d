import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { earlyStart } from './tools/early-start.ts'
import { schemaFree } from './tools/schema-free.ts'
import { allStyles, componentStyles, compressed, withoutSummaries } from './tools/web-build.ts'

const LARGEST_PRECACHED_BYTES = 800_000

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
      entries => ({ manifest: entries.filter(({ size }) => size <= LARGEST_PRECACHED_BYTES), warnings: [] }),
    ],
    // The server draws into it.
    globIgnores: ['sign-in.html'],
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

/** What the first screens are drawn with: all other components of the library come with what is opened. */
const FIRST_COMPONENTS = [
  'Button|ActionIcon|UnstyledButton|CloseButton|Loader|Input|InputBase|TextInput|PasswordInput',
  'Kbd|Progress|VisuallyHidden|Box|Group|Anchor|Paper|Text|Title',
].join('|')

/** What somebody opens: menus, dialogs and what forms choose with. No screen of the first visit begins with it. */
const OPENED = new RegExp(
  [
    '@floating-ui|remove-scroll|sidecar|node_modules.use-callback-ref|style-singleton|tslib|transition-group|use-focus-trap',
    'web.ui.overlays.([a-z]+-)?(dialog|confirm|guard)',
    'core.esm.utils.(Floating|InlineInput)',
    `core.(esm.components|styles).(?!(${FIRST_COMPONENTS})\\b)`,
  ].join('|'),
)

/** What nearly every screen is made of. */
const COMMON = new RegExp(
  [
    '@mantine.(core|form|hooks)|@tabler|tanstack.(?!react-virtual|virtual)|country-flag-icons|fast-deep-equal|klona',
    'web.(app|kit|ui).',
    'shared.rules.[a-z-]+.(area-state|device-status|freshness|grade|known|value)',
  ].join('|'),
)

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null
}

/** A module of ours with all it cannot begin without. */
const neededBy = (id: string, modules: Modules, found = new Set<string>()): Set<string> => {
  if (found.has(id) || id.includes('node_modules')) return found
  found.add(id)
  for (const next of modules.getModuleInfo(id)?.importedIds ?? []) neededBy(next, modules, found)
  return found
}

const DATA_PAGE = fileURLToPath(new URL('web/measurements/page/data-page.tsx', import.meta.url))

/** What the Data screen begins with: the library of charts comes after it. */
const measured = (id: string, modules: Modules): string | null =>
  /web.(measurements|charts)./.test(id) && neededBy(DATA_PAGE, modules).has(id) ? 'measured' : null

export default defineConfig({
  root: 'web',
  plugins: [schemaFree, withoutSummaries, allStyles, componentStyles, react(), earlyStart, serviceWorker, compressed],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // A phone waits for each file of its own longer than for its bytes.
        codeSplitting: {
          groups: [
            // Each runs in a task of its own (web/early.ts).
            { name: 'react', tags: ['$initial'], test: /node_modules.(react|react-dom|scheduler)\//, priority: 32 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 31 },
            { name: 'start', tags: ['$initial'], priority: 30 },
            // With all it needs, so that no two of these wait for each other.
            { name: 'common', test: id => COMMON.test(id) && !OPENED.test(id), minShareCount: 2, priority: 20 },
            { name: 'opened', test: OPENED, minShareCount: 2, priority: 10 },
            { name: 'visitor', test: /web.users.sign-in.(visitor|password-field|resend-link)/, minShareCount: 2 },
            { name: measured, minShareCount: 2 },
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
