import { readFileSync, rmSync } from 'node:fs'
import { signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { median, ms, type Row } from '../table.ts'

const STARTS = 5
const REST_MS = 30_000

/** Time from the start of the process to the line that says it is ready, and what it holds of memory when nobody asks anything. */
export const startRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const first = await startServer(folder)
  await signUp(first.origin)
  await first.end('SIGTERM')
  const took: number[] = []
  for (let start = 1; start < STARTS; start++) {
    const server = await startServer(folder)
    took.push(server.readyAfter)
    await server.end('SIGTERM')
  }
  const last = await startServer(folder)
  took.push(last.readyAfter)
  await new Promise(resolve => setTimeout(resolve, REST_MS))
  const megabytes = residentMegabytes(last.pid)
  await last.end('SIGTERM')
  rmSync(folder, { recursive: true })
  const ready = median(took)
  return [
    { what: 'start of a prepared server to ready', measured: ms(ready), target: '≤ 4 s', ok: ready <= 4000 },
    {
      what: 'resident memory, 30 s after the start',
      measured: `${Math.round(megabytes)} MB`,
      target: '≤ 450 MB',
      ok: megabytes <= 450,
    },
  ]
}

export const residentMegabytes = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024
