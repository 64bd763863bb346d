// Plain Node without packages: this runs before there are any, on whatever Node the machine has.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))
const BIN = join(ROOT, 'node_modules', '.bin')

/** The Node of the product, which package.json brings. */
export const NODE = join(BIN, 'node')

/** Programs of node_modules come first, so that each of them runs on the Node of the product. */
export const environment = { ...process.env, PATH: `${BIN}${delimiter}${process.env.PATH ?? ''}` }

/**
 * Runs a program to its end with its output on screen, or given to `say` piece by piece; with a `niceness`, behind what else wants
 * the processors. Resolves with its exit code.
 */
export const run = (command, args, env = {}, { say, niceness = 0 } = {}) =>
  new Promise(resolve => {
    const stdio = say ? ['ignore', 'pipe', 'pipe'] : 'inherit'
    const [program, given] = niceness ? ['nice', ['-n', String(niceness), command, ...args]] : [command, args]
    const child = spawn(program, given, { cwd: ROOT, stdio, env: { ...environment, ...env } })
    child.stdout?.on('data', say)
    child.stderr?.on('data', say)
    const pass = signal => child.kill(signal)
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, pass)
    const done = code => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, pass)
      resolve(code)
    }
    child.on('error', error => {
      console.error(`${command}: ${error.message}`)
      done(127)
    })
    child.on('close', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 0)))
  })

export const has = program => spawnSync('which', [program], { stdio: 'ignore', env: environment }).status === 0

const read = path => JSON.parse(readFileSync(join(ROOT, path), 'utf8'))

/** Tells whether every package of the lock file is there in its version. npm writes the list it is compared with last. */
const isInstalled = () => {
  if (!existsSync(join(ROOT, 'node_modules/.package-lock.json')) || !existsSync(NODE)) return false
  const [wanted, present] = [read('package-lock.json').packages, read('node_modules/.package-lock.json').packages]
  return Object.entries(wanted).every(([path, one]) => {
    const there = present[path]
    if (path === '' || one.link) return true
    return there ? there.version === one.version && there.integrity === one.integrity : one.optional === true
  })
}

/** Runs npm: the one that runs this, where one does, since the Node of the machine may be too old for the one it comes with. */
export const runNpm = args => {
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...args]) : run('npm', args)
}

/** Installs the packages when they are missing or older than the lock file. */
export const prepare = async () => {
  if (isInstalled()) return
  console.log('Installing packages (about 1.6 GB on disk, some minutes the first time) …')
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error']
  const code = await runNpm(args)
  if (code === 0 && existsSync(NODE)) return
  console.error('The packages could not be installed. See the message above.')
  process.exit(code || 1)
}

const newest = path => {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newest(join(path, name))))
}

/** Notes of Node for the authors of programs tell nothing to a person who starts one. */
const QUIET = { NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --disable-warning=ExperimentalWarning`.trim() }

/** Builds the web, and what the server renders with, when they are missing or older than their sources. Resolves with the exit code. */
export const buildWeb = async () => {
  const built = statSync(join(ROOT, 'dist/server/server.js'), { throwIfNoEntry: false })
  const sources = ['web', 'shared', 'tools', 'vite.config.ts', 'vite.server.config.ts', 'package-lock.json'].map(path =>
    newest(join(ROOT, path)),
  )
  if (built && built.mtimeMs > Math.max(...sources)) return 0
  console.log('Building the pages …')
  const code = await run('vite', ['build', '--logLevel', 'error'], QUIET)
  return code || run('vite', ['build', '--config', 'vite.server.config.ts', '--logLevel', 'error'], QUIET)
}
