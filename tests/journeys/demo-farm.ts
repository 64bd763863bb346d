import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { startServer } from '../crash/server-process.ts'
import { newAccount, PERSON } from './people.ts'

const PLACE = 'JOURNEYS_DEMO_FARM'
const LOADED_WITHIN_MS = 90_000

/** Makes the place of the one demo farm of a run, before the workers start. Returns how it goes. */
export default (): (() => void) => {
  const place = mkdtempSync(join(tmpdir(), 'barnometer-demo-farm-'))
  process.env[PLACE] = place
  return () => rmSync(place, { recursive: true, force: true })
}

/** Fills an empty folder with the first account and its demo farm. Who asks first loads it, for that takes long; the others copy. */
export const copyDemoFarm = async (folder: string): Promise<void> => {
  const place = process.env[PLACE] ?? ''
  const farm = join(place, 'farm')
  const loaded = join(place, 'loaded')
  if (isFirst(farm)) {
    await load(farm)
    writeFileSync(loaded, '')
  }
  const deadline = Date.now() + LOADED_WITHIN_MS
  while (!existsSync(loaded)) {
    if (Date.now() > deadline) throw new Error('another worker has not loaded the demo farm')
    await pause(200)
  }
  cpSync(farm, folder, { recursive: true })
}

const isFirst = (folder: string): boolean => {
  try {
    mkdirSync(folder)
    return true
  } catch {
    return false
  }
}

const load = async (folder: string): Promise<void> => {
  const server = await startServer(folder)
  const caller = { fetch, origin: server.origin, language: 'en' }
  await call(api.register, { body: newAccount(PERSON) }, caller)
  const { api_token: token } = await call(
    api.login,
    { body: { email: PERSON.email, password: PERSON.password } },
    caller,
  )
  await call(api.loadDemo, {}, { ...caller, token })
  for (let state = ''; state !== 'on'; { state } = await call(api.getDemo, {}, { ...caller, token })) {
    if (state === 'failed') throw new Error(server.said())
    await pause(200)
  }
  await server.end('SIGTERM')
}
