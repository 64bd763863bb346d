import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { CallFailed, call } from '../shared/contract/call.ts'
import { TERMS_VERSION } from '../shared/contract/fixed.ts'
import { api } from '../shared/contract/index.ts'

/** Loads the demo farm into an empty installation, with an account of its own; later runs use that account again. */
const EMAIL = 'demo@barnometer.example'
const [origin = ''] = process.argv.slice(2)
const caller = { fetch, origin }
const folder = resolve(process.env.DATA_DIR || './data', 'demo')
const file = join(folder, 'account.json')

interface Account {
  email: string
  password: string
}

const createAccount = async (): Promise<Account> => {
  // The last four letters meet the rules of a password whatever the random ones are.
  const account = { email: EMAIL, password: `${randomBytes(12).toString('base64url')}-aZ7` }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify(account), { mode: 0o600 })
  const body = {
    ...account,
    name: 'Demo',
    password_confirmation: account.password,
    policy_accepted: TERMS_VERSION,
  } as const
  await call(api.register, { body }, caller)
  return account
}

const knownAccount = async (): Promise<Account | null> => {
  const { first_account } = await call(api.getSetup, {}, caller)
  if (first_account) return createAccount()
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Account) : null
}

const load = async (): Promise<void> => {
  const account = await knownAccount()
  if (!account) {
    console.log('This installation has accounts of its own. Sign in as administrator and load the demo farm at home.')
    return
  }
  const { api_token: token } = await call(api.login, { body: account }, caller)
  const { state } = await call(api.getDemo, {}, { ...caller, token })
  if (state === 'off' || state === 'failed') await call(api.loadDemo, {}, { ...caller, token })
  await call(api.logout, {}, { ...caller, token })
  console.log(`Sign in as ${account.email} with the password ${account.password} (kept in ${file}).`)
  console.log(state === 'on' ? 'The demo farm is there.' : 'The demo farm is loading: 90 days of history, then live.')
}

try {
  await load()
} catch (error) {
  const reason = error instanceof CallFailed ? error.message || `no answer from ${origin}` : String(error)
  console.error(`The demo farm was not loaded: ${reason}`)
  process.exitCode = 1
}
