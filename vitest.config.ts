import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const API = ['server/**/*.api.test.ts', 'tests/*.api.test.ts']
/** For machines that do much else: no test says by it how fast something is. */
const PATIENCE = 20_000
/** A machine that does much else may be late; what fails twice is broken. Rules and pages have no such excuse. */
const retry = process.env.CI ? 1 : 0

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['shared/**/*.test.ts', 'server/**/*.test.ts', 'simulator/**/*.test.ts', 'tests/*.test.ts'],
          exclude: API,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'api',
          include: API,
          // The embedded engine takes one folder per process: each file is a process of its own.
          pool: 'forks',
          isolate: true,
          globalSetup: ['tests/servers/global-setup.ts'],
          testTimeout: PATIENCE,
          hookTimeout: 60_000,
          retry,
        },
      },
      { test: { name: 'crash', include: ['tests/crash/*.test.ts'], retry, testTimeout: 120_000, hookTimeout: 60_000 } },
      {
        test: { name: 'real-data', include: ['tests/real-data/*.test.ts'], testTimeout: 120_000, hookTimeout: 60_000 },
      },
      {
        plugins: [react()],
        test: { name: 'web', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom', testTimeout: PATIENCE },
      },
    ],
  },
})
