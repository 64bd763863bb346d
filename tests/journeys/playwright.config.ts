import { defineConfig } from '@playwright/test'
import { LEAN_BROWSER } from './browsers.ts'

export default defineConfig({
  testDir: '.',
  // All files are in one project: a worker and its browser go on with the next file, which starts a product of its own.
  testMatch: '*.journey.ts',
  globalSetup: './demo-farm.ts',
  outputDir: '../../test-results',
  // A page and its server wait for each other: two at a time leave a fifth of two cores idle.
  workers: 3,
  // A test that hangs ends so; a machine that does much else must not fail one, and none says by it how fast something is.
  expect: { timeout: 30_000 },
  timeout: 240_000,
  reporter: [['list'], ['json', { outputFile: '../../.cache/journeys.json' }]],
  use: {
    locale: 'en',
    // The offline journey alone lets one in.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    launchOptions: LEAN_BROWSER,
  },
})
