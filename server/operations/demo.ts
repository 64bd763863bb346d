import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { DemoState } from '#shared/contract/operations.ts'
import { addDemoAlerts, deleteDemoRules } from '../alerts/demo.ts'
import { deleteDemoBoards } from '../boards/demo.ts'
import { deleteDemoDevices, hasDemoDevices } from '../devices/demo.ts'
import { addDemoGroup, deleteDemoGroups } from '../groups/demo.ts'
import { findInsights } from '../insights/find.ts'
import { Failure } from '../kit/failure.ts'
import type { Services } from '../kit/services.ts'
import { deleteDemoLocations } from '../locations/removal.ts'
import { shareDemoLocations } from '../locations/sharing/demo.ts'
import { addDemoSchedules, deleteDemoSchedules } from '../reports/demo.ts'
import { deleteDemoProjects } from '../research/projects.ts'
import { closeDemoPages } from '../snapshots/demo.ts'
import { deleteDemoPeople } from '../users/demo.ts'
import { beginSession } from '../users/sign-in/sessions.ts'
import { keepDemoWeather } from '../weather/demo.ts'

const SIMULATOR = fileURLToPath(new URL('../../simulator/main.ts', import.meta.url))

/** The demo farm: the simulator as a process of its own, sending through the same transports as real devices. */
export interface Demo {
  state(): DemoState
  load(services: Services, userId: number): Promise<DemoState>
  remove(services: Services): Promise<void>
  /** Goes on sending after a restart; clears away what an interrupted load left. */
  resume(services: Services, origin: string): Promise<void>
  stop(): Promise<void>
}

const addGroup = async (services: Services, userId: number): Promise<void> => {
  const group = await addDemoGroup(services, userId)
  if (group) await shareDemoLocations(services, group)
}

/** Tells whether another process of the installation has a demo farm. */
const isLoadedElsewhere = async ({ db, environment }: Services): Promise<boolean> =>
  environment.DATABASE_URL !== undefined && (await hasDemoDevices(db))

export const createDemo = (dataDir: string): Demo => {
  const folder = join(dataDir, 'demo')
  const stateFile = join(folder, 'state.json')
  /** Says that a load was begun here and did not end. */
  const loadingFile = join(folder, 'loading')
  let state: DemoState = { state: 'off', progress: 0 }
  let origin = ''
  let child: ChildProcess | undefined

  /** Person who asked for a farm whose alerts are still to be made. */
  let loadedFor: number | null = null

  const isOn = async (services: Services): Promise<void> => {
    const userId = loadedFor
    loadedFor = null
    if (userId !== null) {
      await addDemoAlerts(services, userId).catch(error =>
        services.log.error({ err: error }, 'the demo farm has no alerts'),
      )
      await addGroup(services, userId).catch(error => services.log.error({ err: error }, 'the demo farm has no group'))
      await addDemoSchedules(services, userId).catch(error =>
        services.log.error({ err: error }, 'the demo farm has no report schedule'),
      )
    }
    await findInsights(services).catch(error => services.log.error({ err: error }, 'the demo farm has no insights'))
    rmSync(loadingFile, { force: true })
    state = { state: 'on', progress: 1 }
  }

  const start = (services: Services, flags: string[], token?: string): void => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const started = spawn(process.execPath, [SIMULATOR, '--origin', origin, '--state', stateFile, ...flags], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, ...(token ? { BARNOMETER_TOKEN: token } : {}) },
    })
    child = started
    createInterface({ input: started.stdout }).on('line', line => {
      const said = JSON.parse(line) as { progress?: number; state?: 'on'; error?: string; weather?: unknown }
      if (said.progress !== undefined) state = { state: 'loading', progress: said.progress }
      if (said.weather)
        keepDemoWeather(services, said.weather).catch(error =>
          services.log.error({ err: error }, 'the demo farm has no weather'),
        )
      if (said.state) isOn(services)
      if (said.error) services.log.error({ simulator: said.error }, 'the demo farm has a problem')
    })
    started.on('exit', code => {
      if (child !== started) return
      child = undefined
      if (code) services.log.error({ code }, 'the demo farm stopped')
      if (state.state === 'loading') state = { state: 'failed', progress: state.progress }
    })
  }

  const stop = async (): Promise<void> => {
    const running = child
    child = undefined
    if (!running || running.exitCode !== null) return
    const gone = new Promise(done => running.once('exit', done))
    running.kill('SIGTERM')
    const force = setTimeout(() => running.kill('SIGKILL'), 3000)
    await gone
    clearTimeout(force)
  }

  const clear = async (services: Services): Promise<void> => {
    await stop()
    for (const file of [stateFile, loadingFile]) rmSync(file, { force: true })
    await deleteDemoRules(services.db)
    await deleteDemoSchedules(services.db)
    await deleteDemoBoards(services.db)
    await closeDemoPages(services.db)
    await deleteDemoProjects(services.db)
    await deleteDemoDevices(services)
    await deleteDemoLocations(services)
    await deleteDemoGroups(services.db)
    await deleteDemoPeople(services)
    state = { state: 'off', progress: 0 }
  }

  return {
    state: () => state,
    stop,
    remove: clear,
    load: async (services, userId) => {
      if (state.state === 'loading' || state.state === 'on') throw new Failure('conflict')
      const isOurs = existsSync(stateFile) || existsSync(loadingFile)
      if (!isOurs && (await isLoadedElsewhere(services))) throw new Failure('conflict')
      await clear(services)
      state = { state: 'loading', progress: 0 }
      loadedFor = userId
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      writeFileSync(loadingFile, '')
      start(services, ['--load', '--live'], await beginSession(services, userId, 'Demo farm'))
      return state
    },
    resume: async (services, at) => {
      origin = at
      // Other processes share the database: a farm that this one did not begin is another's.
      if (!existsSync(stateFile))
        return services.environment.DATABASE_URL && !existsSync(loadingFile) ? undefined : clear(services)
      state = { state: 'on', progress: 1 }
      start(services, ['--live'])
    },
  }
}
