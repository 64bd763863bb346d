import { Agent, request } from 'node:http'

/** Milliseconds of each call of a warm server, as a browser asks: on a kept connection, compressed. */
export const timesOf = async (url: string, token: string, runs: number, leastBytes = 500): Promise<number[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const took: number[] = []
  for (let run = 0; run < runs + 20; run++) {
    const began = performance.now()
    await get(url, token, agent, leastBytes)
    if (run >= 20) took.push(performance.now() - began)
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
