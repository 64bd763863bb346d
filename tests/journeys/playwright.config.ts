import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { LEAN_BROWSER } from './browsers.ts'

const sizeOf = (file: string): number => statSync(join(import.meta.dirname, file)).size

export default defineConfig({
  testDir: '.',
  // A project has a worker, and so a product, of its own.
  projects: readdirSync(import.meta.dirname)
    .filter(file => file.endsWith('.journey.ts'))
    // Large files first: they take longest, and the workers are to end together.
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .map(file => ({ name: file.replace('.journey.ts', ''), testMatch: file })),
  globalSetup: './demo-farm.ts',
  outputDir: '../../test-results',
  workers: 2,
  expect: { timeout: 15_000 },
  timeout: 90_000,
  reporter: [['list'], ['json', { outputFile: '../../.cache/journeys.json' }]],
  use: {
    locale: 'en',
    // Only the offline journey lets one in.
    serviceWorkers: 'block',
    viewport: { width: 1440, height: 900 },
    launchOptions: LEAN_BROWSER,
  },
})
