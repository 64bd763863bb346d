import { parentPort, workerData } from 'node:worker_threads'

// The pages as the build made them for the server.
const pages = (await import(workerData)) as { ready: Promise<unknown>; sketch(wanted: unknown): Promise<string> }
await pages.ready

// What was wanted meanwhile waits until somebody listens.
parentPort?.on('message', async ({ id, wanted }: { id: number; wanted: unknown }) => {
  const html = await pages.sketch(wanted).catch((failure: unknown) => {
    parentPort?.postMessage({ failure: String(failure) })
    return null
  })
  parentPort?.postMessage({ id, html })
})
