// npm run test:one -- <part of a path> [more arguments]: the tests of one file or folder, on the embedded stores unless
// TEST_STORES=grown is set. A path with `.journey` runs in a browser, with the pages built first.
import { buildWeb, prepare, run } from './prepare.mjs'

const [path, ...more] = process.argv.slice(2)
if (!path) {
  console.error('Usage: npm run test:one -- server/devices/rentals        (or tests/journeys/diary.journey)')
  process.exit(2)
}
await prepare()
const journey = /(\w[\w-]*)\.journey/.exec(path)
if (journey) {
  const file = `/${journey[1]}.journey`
  const built = await buildWeb()
  process.exitCode =
    built || (await run('playwright', ['test', '--config', 'tests/journeys/playwright.config.ts', file, ...more]))
} else {
  process.exitCode = await run('vitest', ['run', path, ...more], { TEST_STORES: process.env.TEST_STORES || 'embedded' })
}
