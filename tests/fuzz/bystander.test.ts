import { describe, expect, test } from 'vitest'
import { fuzz } from './bystander.ts'

/** Keeps this thread at work for so many ms of its own time. */
const work = (ms: number): void => {
  const end = process.threadCpuUsage().user + ms * 1000
  while (process.threadCpuUsage().user < end);
}

describe('a body that keeps others waiting', () => {
  test('is found where it does so each time', async () => {
    await expect(fuzz('slow', async () => work(1500), 1)).rejects.toThrow('slow: body 0')
  })

  test('is none where the machine was slow once', async () => {
    let sent = 0
    const longest = await fuzz('slow once', async () => work(sent++ < 2 ? 1500 : 0), 1)
    expect(sent).toBeGreaterThan(2)
    expect(longest).toBeLessThan(1000)
  })
})
