// npm run test:changed [-- <commit>]: style, types and dead code, then the tests of the rooms in which files differ from a
// commit (the last one unless named), with those of the whole house and, where calls changed, of who may make them. For the
// minutes between two commits: `npm test` says whether a change is right.
import { spawnSync } from 'node:child_process'
import { prepare, ROOT, run, runNpm } from './prepare.mjs'

const git = (...args) => {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' })
  if (status === 0) return stdout.split('\n').filter(Boolean)
  console.error(stderr)
  process.exit(2)
}

/** Parts of paths whose tests a changed file asks for. */
const roomsOf = file => {
  const [side, room, inside] = file.split('/')
  if (side === 'shared' && room === 'contract') return ['tests/access/', `server/${inside?.replace(/\.ts$/, '')}/`]
  if (side === 'shared' && room === 'locales') return ['web/kit/language/']
  if (side === 'tests') return /\.(test)\.ts$/.test(file) ? [file] : []
  if (side === 'server' && room === 'migrations') return ['server/kit/database/']
  // A file of the kit is tried where it lies; only `npm test` tries all that use it.
  if (inside && ['server', 'web', 'shared', 'simulator'].includes(side))
    return room === 'kit' || side === 'shared' ? [`${side}/${room}/${inside}`] : [`server/${room}/`, `web/${room}/`]
  return []
}

const [since = 'HEAD'] = process.argv.slice(2)
const changed = [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
if (changed.length === 0) {
  console.error(`Nothing differs from ${since}. Name an older commit: npm run test:changed -- HEAD~1`)
  process.exit(2)
}
const rooms = [...new Set(['tests/house/', ...changed.flatMap(roomsOf)])]
console.log(`Tests of ${rooms.join(' ')}`)
await prepare()
const stores = { TEST_STORES: process.env.TEST_STORES || 'embedded' }
process.exitCode = (await runNpm(['run', '--silent', 'check'])) || (await run('vitest', ['run', ...rooms], stores))
