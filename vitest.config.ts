import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
// Processes of tests that open the embedded engine need the threads that the program gives itself.
import './server/kit/threads.ts'

const API = ['server/**/*.api.test.ts', 'tests/**/*.api.test.ts']
/** ms. A test that hangs ends so; a machine that does much else must not fail one, and none says by it how fast something is. */
const PATIENCE = 180_000
/** Events that tests wait for may take that long (ms): a test says a time of its own only where it is about that time. */
const WAITING = { expect: { poll: { timeout: 30_000 } }, hookTimeout: PATIENCE }
/** Files share a process and its modules: starting both anew for each took most of the time. Each file leaves things as it met them. */
const SHARED = { isolate: false, maxWorkers: 2 }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          ...WAITING,
          include: [
            'shared/**/*.test.ts',
            'server/**/*.test.ts',
            'simulator/**/*.test.ts',
            'tests/{access,alerts,devices,diary,house}/*.test.ts',
          ],
          exclude: API,
          ...SHARED,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'api',
          ...WAITING,
          include: API,
          // The embedded engine takes one folder per process at a time: files that share one each close what they opened.
          pool: 'forks',
          isolate: false,
          // They wait for the stores much of the time.
          maxWorkers: 4,
          // Projects of another number of workers run one after the other; a folder may hold tests of both.
          sequence: { groupOrder: 1 },
          globalSetup: ['tests/servers/global-setup.ts'],
          setupFiles: ['server/testing/cheap-passwords.ts'],
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'fuzz',
          ...WAITING,
          include: ['tests/fuzz/*.test.ts'],
          // One file measures the work of its own thread, so others beside it change nothing.
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'crash',
          ...WAITING,
          include: ['tests/crash/*.test.ts'],
          // One works while another waits for the clock.
          maxWorkers: 2,
          testTimeout: PATIENCE,
        },
      },
      {
        test: {
          name: 'real-data',
          ...WAITING,
          include: ['tests/real-data/*.test.ts'],
          maxWorkers: 2,
          testTimeout: PATIENCE,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'web',
          ...WAITING,
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: [
            'web/testing/frames.ts',
            'web/testing/no-session.ts',
            'web/testing/in-english.ts',
            'web/testing/patience.ts',
          ],
          ...SHARED,
          testTimeout: PATIENCE,
          // A false clock leaves `setImmediate` alone: the database of the pages' tests goes on by it, and a read that an
          // earlier file left under way would never end, with everything that writes waiting for it.
          fakeTimers: {
            toFake: [
              'Date',
              'performance',
              'setTimeout',
              'clearTimeout',
              'setInterval',
              'clearInterval',
              'requestAnimationFrame',
              'cancelAnimationFrame',
              'requestIdleCallback',
              'cancelIdleCallback',
            ],
          },
        },
      },
    ],
  },
})
