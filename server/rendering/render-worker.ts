import { parentPort, workerData } from 'node:worker_threads'

interface Pages {
  ready: Promise<unknown>
  renderScreen(request: unknown): Promise<unknown>
}

// The pages as the build made them for the server.
const pages: Pages = await import(workerData)
await pages.ready

// Messages sent meanwhile wait until somebody listens.
parentPort?.on('message', async ({ id, request }: { id: number; request: unknown }) => {
  const rendered = await pages.renderScreen(request).catch((failure: unknown) => {
    parentPort?.postMessage({ failure: String(failure) })
    return null
  })
  parentPort?.postMessage({ id, rendered })
})
