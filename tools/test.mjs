// npm test: everything, also after a failure, so that one run names all that is wrong. Tests that failed, or took long, are told
// again at the end, where they are still found when only the last lines of a run were kept. The last line says how many passed and
// failed.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { buildWeb, environment, prepare, ROOT, run } from './prepare.mjs'
import { installNeeds } from './test-needs.mjs'

const RESULTS = join(ROOT, '.cache/test-results')

const MEMORY = '/dev/shm'
/** Bytes the stores of the tests may take, with room for the tests themselves. */
const ROOM = 8e9

/** Tells whether stores of tests fit into memory: their thousands of small files are made and deleted in a fraction of the time. */
const fitsMemory = () => {
  if (!existsSync(MEMORY) || (process.availableMemory ?? freemem)() < 1.5 * ROOM) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM
}

/** Calls `run` with settings that have temporary folders in memory, where that is large enough. */
const inMemory = async run => {
  if (!fitsMemory()) return run({})
  const folder = mkdtempSync(join(MEMORY, 'barnometer-tests-'))
  // PostgreSQL runs as somebody else.
  chmodSync(folder, 0o755)
  try {
    return await run({ TMPDIR: folder })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** ms after which a test is named at the end: what held up a run is seldom seen while it runs. */
const SLOW_MS = 45_000

const vitest = (name, projects, env) => ({
  name,
  report: join(RESULTS, `${projects.join('-')}${env ? '-grown' : ''}.json`),
  run({ report, ...how }) {
    const chosen = projects.flatMap(project => ['--project', project])
    const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
    const begin = folders => run('vitest', ['run', ...chosen, ...reporters], { ...env, ...folders }, how)
    // A run with settings of its own is one of the API, with stores.
    return env ? inMemory(begin) : begin({})
  },
  count: ({ numPassedTests, numFailedTests, numPendingTests }) => [numPassedTests, numFailedTests, numPendingTests],
  slow: ({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ duration }) => duration > SLOW_MS)
        .map(({ fullName, duration }) => `${relative(ROOT, name)}: ${fullName}: ${Math.round(duration / 1000)} s`),
    ),
  failures: ({ testResults }) =>
    testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = relative(ROOT, name)
      const failed = assertionResults.filter(test => test.status === 'failed')
      // A file that could not be read has no tests.
      if (status === 'failed' && !failed.length) return [`${file}: ${message}`]
      return failed.map(test => `${file}: ${test.fullName}: ${test.failureMessages[0]}`)
    }),
})
/** Failed tests of a report of Playwright, whose suites lie within each other. */
const failedJourneys = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(spec => !spec.ok)
    .map(({ file, line, title, tests }) => `${file}:${line}: ${title}: ${tests[0]?.results.at(-1)?.error?.message}`),
  ...suites.flatMap(failedJourneys),
]
const check = (name, command, args) => ({ name, run: how => run(command, args, {}, how) })

/** Steps that leave the processors to those beside them which look at the clock: these must not wait for a turn. */
const behind = steps => steps.map(step => ({ ...step, niceness: 10 }))

/**
 * Rows run one after the other; the lanes of a row run side by side, and the steps of a lane in order. Side by side stand steps
 * that leave a core free or wait much of the time. The journeys beside the tests of the API took longer than one after the other.
 */
const ROWS = [
  [
    [check('style and lint', 'biome', ['check']), check('dead code', 'knip', [])],
    [{ name: 'build of the pages', run: buildWeb }],
  ],
  [
    // Waits for clocks most of the time.
    [vitest('kill -9 and a full disk', ['crash'])],
    behind([
      vitest('rules and pages', ['unit', 'web']),
      vitest('real data', ['real-data']),
      vitest('API on embedded stores', ['api'], { TEST_STORES: 'embedded' }),
    ]),
    behind([
      // Several threads would each work the same types out: twice the processor time.
      check('types', 'tsc', ['-b', '--singleThreaded']),
      vitest('rubbish at the transports', ['fuzz']),
    ]),
  ],
  [
    [
      {
        ...vitest('API on PostgreSQL and a ClickHouse server', ['api'], { TEST_STORES: 'grown' }),
        skip: process.platform === 'linux' ? undefined : 'the ClickHouse server for tests runs on Linux only',
      },
    ],
  ],
  [
    [
      {
        name: 'journeys in a browser',
        report: join(ROOT, '.cache/journeys.json'),
        run: ({ say }) =>
          inMemory(folders =>
            run('playwright', ['test', '--config', 'tests/journeys/playwright.config.ts'], folders, { say }),
          ),
        count: ({ stats }) => [stats.expected + stats.flaky, stats.unexpected, stats.skipped],
        failures: failedJourneys,
      },
    ],
  ],
]

/**
 * Passed, failed and skipped of a step, and what its report says of tests that failed or took long. A runner that ended badly
 * without naming a failed test is one failure itself.
 */
const countOf = (step, code) => {
  if (!step.report) return code === 0 ? [1, 0, 0, []] : [0, 1, 0, []]
  if (!existsSync(step.report)) return [0, 1, 0, ['no report was written']]
  const report = JSON.parse(readFileSync(step.report, 'utf8'))
  const [passed, failed, skipped] = step.count(report)
  const slow = step.slow?.(report) ?? []
  return [passed, code !== 0 && failed === 0 ? 1 : failed, skipped, [...step.failures(report), ...slow]]
}

/** Tests of a step told one by one at the end of a run, and characters of each. */
const TOLD = { tests: 15, characters: 300 }

const inOneLine = text => stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, TOLD.characters)

const seconds = ms => `${(ms / 1000).toFixed(1)} s`.padStart(8)
const lines = []
const total = { passed: 0, failed: 0 }

/** Writes to the screen as it comes where a step runs alone, else in one piece when it ends. */
const runStep = async (step, alone = true) => {
  if (step.skip) return lines.push(`  skipped            ${step.name}: ${step.skip}`)
  console.log(alone ? `\n── ${step.name}` : `── begun: ${step.name}`)
  const said = []
  if (step.report) rmSync(step.report, { force: true })
  const began = Date.now()
  const code = await step.run({
    report: step.report,
    say: alone ? undefined : piece => said.push(piece),
    niceness: step.niceness,
  })
  if (!alone) process.stdout.write(`\n── ${step.name}\n${Buffer.concat(said)}`)
  const [passed, failed, skipped, told] = countOf(step, code)
  total.passed += passed
  total.failed += failed
  const counted = step.report ? `: ${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}` : ''
  lines.push(`  ${failed ? 'FAILED' : 'passed'} ${seconds(Date.now() - began)}   ${step.name}${counted}`)
  for (const one of told.slice(0, TOLD.tests)) lines.push(`           ${inOneLine(one)}`)
}

await prepare()
environment.NODE_COMPILE_CACHE = join(ROOT, '.cache/compiled')
mkdirSync(RESULTS, { recursive: true })
await runStep({ name: 'programs the tests need', run: installNeeds })

const runLane = async (lane, alone) => {
  for (const step of lane) await runStep(step, alone)
}
if (!total.failed) for (const row of ROWS) await Promise.all(row.map(lane => runLane(lane, row.length === 1)))
console.log(`\n${lines.join('\n')}\n`)
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed ? 1 : 0
