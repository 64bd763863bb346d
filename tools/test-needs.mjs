// Programs that npm does not bring and the tests need.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { environment, has, NODE, ROOT, run } from './prepare.mjs'

const playwrightBrowser = () => {
  const ask = "import('@playwright/test').then(({ chromium }) => process.stdout.write(chromium.executablePath()))"
  const { stdout } = spawnSync(NODE, ['-e', ask], { cwd: ROOT, env: environment, encoding: 'utf8' })
  return Boolean(stdout) && existsSync(stdout)
}

const DEBIAN_POSTGRES = '/usr/lib/postgresql'
/** Places outside the PATH of ordinary users. */
const DEBIAN_MOSQUITTO = '/usr/sbin/mosquitto'
const DEBIAN_NATS = '/usr/sbin/nats-server'

/** Packages are Debian's. What has no `otherwise` makes the tests quicker, and they run without it. */
const NEEDS = [
  {
    name: 'a Chromium browser',
    packages: ['chromium'],
    there: () => ['chromium', 'chromium-browser', 'google-chrome'].some(has) || playwrightBrowser(),
    otherwise: 'install Chromium, or run: npx playwright install chromium',
  },
  {
    name: "Chromium's headless shell",
    packages: ['chromium-headless-shell'],
    there: () => has('chromium-headless-shell') || playwrightBrowser(),
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    there: () => (existsSync(DEBIAN_POSTGRES) && readdirSync(DEBIAN_POSTGRES).length > 0) || has('initdb'),
    otherwise: 'install PostgreSQL 15 or newer, with initdb and postgres in the PATH',
  },
  {
    name: 'a C compiler',
    packages: ['gcc', 'libc6-dev'],
    there: () => has('cc'),
    otherwise: 'install gcc or clang, as cc in the PATH',
  },
  {
    name: 'Mosquitto and its clients',
    packages: ['mosquitto', 'mosquitto-clients'],
    there: () => has('mosquitto_pub') && (has('mosquitto') || existsSync(DEBIAN_MOSQUITTO)),
    otherwise: 'install Mosquitto, with mosquitto and mosquitto_pub in the PATH',
  },
  {
    name: 'a NATS server',
    packages: ['nats-server'],
    there: () => has('nats-server') || existsSync(DEBIAN_NATS),
    otherwise: 'install nats-server 2.9 or newer, with nats-server in the PATH',
  },
  {
    name: 'curl and openssl',
    packages: ['curl', 'openssl'],
    there: () => has('curl') && has('openssl'),
    otherwise: 'install curl and openssl',
  },
]

/** Installs from Debian what is missing, where that is possible. Resolves with 0 when everything is there. */
export const installNeeds = async () => {
  const wanted = NEEDS.filter(need => !need.there())
  if (wanted.length === 0) return 0
  const names = wanted.map(need => need.name).join(', ')
  if (process.getuid?.() === 0 && has('apt-get')) {
    console.log(`Installing ${names} from Debian …`)
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update', '-qq'], quiet)
    // Needs are met one after the other: a package that this Debian does not have keeps no other from coming.
    for (const { packages } of wanted)
      await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], quiet)
  }
  const missing = wanted.filter(need => need.otherwise && !need.there())
  for (const need of missing) console.error(`Missing for the tests: ${need.name}. Please ${need.otherwise}.`)
  return missing.length
}
