import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MAIN = fileURLToPath(new URL('../../server/main.ts', import.meta.url))
/** A server that hangs ends so; one on a busy machine does not. */
const STARTS_WITHIN_MS = 60_000

export const dataFolder = (): string => mkdtempSync(join(tmpdir(), 'barnometer-crash-'))

export interface ServerProcess {
  origin: string
  pid: number
  /** Milliseconds from the start of the process until it was ready. */
  readyAfter: number
  /** Everything written to either output so far. */
  said(): string
  /** Sends a signal. Resolves with the exit code, null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/**
 * Starts the program itself on a folder and waits until it is ready. Throws what it said when it ends instead. `main` is the program's
 * file: that of this tree unless said.
 */
export const startServer = async (
  folder: string,
  settings: Record<string, string> = {},
  main = MAIN,
): Promise<ServerProcess> => {
  const began = performance.now()
  const { child, said, exit } = spawnServer(folder, settings, main)
  const deadline = Date.now() + STARTS_WITHIN_MS
  for (;;) {
    const ready = /^\{"ready":true,"port":(\d+)/m.exec(said())
    if (ready) {
      const readyAfter = performance.now() - began
      const end = (signal: NodeJS.Signals) => {
        child.kill(signal)
        return exit
      }
      return { origin: `http://127.0.0.1:${ready[1]}`, pid: child.pid as number, readyAfter, said, end }
    }
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`the server did not start: ${said()}`)
    }
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** Starts the program on a folder, whatever comes of it. */
export const spawnServer = (folder: string, settings: Record<string, string> = {}, main = MAIN) => {
  const { PATH = '', HOME = '' } = process.env
  // All servers of npm test share what was compiled for the first: that is a third of what a start costs.
  const { NODE_COMPILE_CACHE } = process.env
  const compiled = NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}
  // Tests fetch nothing from elsewhere.
  const own = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error', MAP_STYLE_URL: 'none' }
  const env = { PATH, HOME, ...own, ...compiled, ...settings }
  const child: ChildProcess = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', chunk => {
      text += chunk
    })
  const killed = () => child.kill('SIGKILL')
  process.once('exit', killed)
  const exit = new Promise<number | null>(resolve => {
    child.once('close', code => {
      process.off('exit', killed)
      resolve(code)
    })
  })
  return { child, said: () => text, exit }
}
