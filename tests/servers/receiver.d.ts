/** Stands in for what others run: a webhook's receiver, a push service. */
export declare const startReceiver: () => Promise<{
  origin: string
  calls: {
    path: string
    headers: Record<string, unknown>
    body: Buffer
  }[]
  /** How the next calls are answered. */
  answerWith: (...next: number[]) => undefined
  stop: () => Promise<unknown>
}>
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
