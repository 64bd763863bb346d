import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { type ServerProcess, startServer } from '../crash/server-process.ts'
import { newAccount, PERSON } from './people.ts'

const PLACE = 'JOURNEYS_DEMO_FARM'
const LOADED_WITHIN_MS = 280_000

const within = (place: string) => ({ farm: join(place, 'farm'), loaded: join(place, 'loaded') })

/** Begins to load the one demo farm of a run; journeys without it go ahead meanwhile. Returns how it goes. */
export default (): (() => Promise<void>) => {
  const place = mkdtempSync(join(tmpdir(), 'barnometer-demo-farm-'))
  process.env[PLACE] = place
  const { farm, loaded } = within(place)
  let over = false
  const starting = startServer(farm)
  starting
    .then(load)
    .then(() => writeFileSync(loaded, ''))
    .catch(error => over || console.error('The demo farm was not loaded.', error))
  return async () => {
    over = true
    await starting.then(server => server.end('SIGKILL')).catch(() => undefined)
    rmSync(place, { recursive: true, force: true })
  }
}

const load = async (server: ServerProcess): Promise<void> => {
  const caller = { fetch, origin: server.origin, language: 'en' }
  await call(api.register, { body: newAccount(PERSON) }, caller)
  const { email, password } = PERSON
  const { api_token: token } = await call(api.login, { body: { email, password } }, caller)
  await call(api.loadDemo, {}, { ...caller, token })
  while ((await call(api.getDemo, {}, { ...caller, token })).state !== 'on') await pause(200)
  await server.end('SIGTERM')
}

/** Fills an empty folder with the first account and its demo farm. */
export const copyDemoFarm = async (folder: string): Promise<void> => {
  const { farm, loaded } = within(process.env[PLACE] ?? '')
  const deadline = Date.now() + LOADED_WITHIN_MS
  while (!existsSync(loaded)) {
    if (Date.now() > deadline) throw new Error('the demo farm is not loaded')
    await pause(200)
  }
  cpSync(farm, folder, { recursive: true })
}
