import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** Calls that are made before any counts. */
export const WARM_UPS = 20

/** Processor time (ms) that a process has taken so far: fields 14 and 15 of its `stat`, in hundredths of a second. */
export const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
}

/** Process and those that it has started. */
const treeOf = (pid: number): number[] => {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return [pid, ...children.flatMap(child => treeOf(Number(child)))]
  } catch {
    // It ended meanwhile.
    return []
  }
}

/** Processor time (ms) that a process has taken so far with all that it started, those that ended among them. */
export const treeCpuMs = (pid: number): number => {
  let hundredths = 0
  for (const one of treeOf(pid))
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      for (const field of [11, 12, 13, 14]) hundredths += Number(fields[field])
    } catch {
      // As above.
    }
  return 10 * hundredths
}

/** Memory (bytes) of a process with all that it started; what several of them share counts once. */
export const treeMemory = (pid: number): number => {
  let kilobytes = 0
  for (const one of treeOf(pid))
    try {
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
    } catch {
      // As above.
    }
  return 1024 * kilobytes
}

/** Processor time (ms) that the whole machine has worked so far. */
export const machineCpuMs = (): number => {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]?.trim().split(/\s+/).slice(1).map(Number) ?? []
  // All but idle, and waiting for the disk.
  return 10 * fields.slice(0, 8).reduce((sum, one, index) => (index === 3 || index === 4 ? sum : sum + one), 0)
}

/** Milliseconds of each call of a warm server, as a browser asks: on a kept connection, compressed. */
export const timesOf = async (url: string, token: string, runs: number, leastBytes = 500): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let run = 0; run < runs + WARM_UPS; run++) {
    const began = performance.now()
    await get(url, token, agent, leastBytes)
    if (run >= WARM_UPS) took.push(performance.now() - began)
  }
  agent.destroy()
  return took
}

const get = (url: string, token: string, agent: Agent, leastBytes: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'gzip, deflate, br, zstd',
    }
    request(url, { agent, headers }, answer => {
      let length = 0
      answer.on('data', chunk => {
        length += chunk.length
      })
      answer.on('end', () =>
        answer.statusCode === 200 && length > leastBytes
          ? resolve()
          : reject(new Error(`${url}: ${answer.statusCode}`)),
      )
    })
      .on('error', reject)
      .end()
  })
