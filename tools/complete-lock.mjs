// Run after `npm install` where the registry in use lacks packages of other platforms: npm then leaves them out of the lock
// file, and `npm ci` refuses it everywhere. Adds each left-out optional package with the version its parent asks for.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './prepare.mjs'

const PATH = join(ROOT, 'package-lock.json')
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']
const PROCESSORS = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

const platformOf = name => {
  const os = SYSTEMS.find(system => name.includes(system))
  const cpu = PROCESSORS.find(processor => new RegExp(`[-_]${processor}`).test(name))
  const libc = name.includes('musl') ? 'musl' : name.includes('gnu') ? 'glibc' : undefined
  return os && cpu ? { os: [os], cpu: [cpu], ...(libc && os === 'linux' ? { libc: [libc] } : {}) } : undefined
}

const lock = JSON.parse(readFileSync(PATH, 'utf8'))
const added = []
for (const [parent, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const present = [`${parent}/node_modules/${name}`, `node_modules/${name}`].some(path => lock.packages[path])
    const platform = platformOf(name)
    if (present || !platform || !/^\d/.test(version)) continue
    lock.packages[`node_modules/${name}`] = { version, ...platform, ...(dev ? { dev } : {}), optional: true }
    added.push(`${name}@${version}`)
  }
}
const [root, ...rest] = Object.entries(lock.packages)
lock.packages = Object.fromEntries([root, ...rest.sort(([a], [b]) => a.localeCompare(b, 'en'))])
writeFileSync(PATH, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length ? `Added to the lock file: ${added.join(', ')}` : 'The lock file is complete.')
