import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'

/** Calls that are made before any counts. */
export const WARM_UPS = 20

/** Processor time (ms) that a process has taken so far: fields 14 and 15 of its `stat`, in hundredths of a second. */
export const cpuMs = (pid: number): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return 10 * (Number(fields[11]) + Number(fields[12]))
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
