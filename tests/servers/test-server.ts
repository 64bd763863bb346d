import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A store that runs for the tests, on a folder of its own. */
export interface TestServer {
  url: string
  stop(): Promise<void>
}

export const serverFolder = (name: string): string => mkdtempSync(join(tmpdir(), `barnometer-${name}-`))

/** Starts a program that ends with this process at the latest. `said` is what it wrote, for the message when it fails. */
export const startProgram = (command: string, args: string[], options: SpawnOptions = {}) => {
  const child: ChildProcess = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      said = (said + chunk).slice(-4000)
    })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  /** Ends it, and leaves its folder to another start. Resolves with its exit code, null where a signal ended it. */
  const end = async (signal: NodeJS.Signals, patienceMs = 5000): Promise<number | null> => {
    child.kill(signal)
    const force = setTimeout(kill, patienceMs)
    await gone
    clearTimeout(force)
    process.off('exit', kill)
    return child.exitCode
  }
  return {
    pid: child.pid ?? 0,
    said: () => said,
    ended: () => child.exitCode !== null || child.signalCode !== null,
    end,
    stop: async (signal: NodeJS.Signals, folder: string): Promise<void> => {
      await end(signal)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
