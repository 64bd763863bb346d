import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** Runs a program of this folder in a process of its own, so that it shares no event loop with what it measures. */
export const inChild = <Result>(program: string, task: object): Promise<Result> =>
  new Promise((resolve, reject) => {
    const path = fileURLToPath(new URL(program, import.meta.url))
    const child = spawn(process.execPath, [path, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', chunk => {
      said += chunk
    })
    child.once('close', code =>
      code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`${program} ended: ${code}`)),
    )
  })
