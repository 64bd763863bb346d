import { newId } from '../../../kit/browser/new-id.ts'
import { isServer } from '../../../kit/first-paint/first-render.ts'

/** Id of this tab, as long as its page is open: the owner of the drafts that are written in it. */
export const TAB = newId()

type Said =
  | { say: 'who_has'; keys: string[]; from: string }
  | { say: 'have'; keys: string[]; to: string }
  | { say: 'give'; key: string; from: string }
  | { say: 'given'; key: string; to: string }

const channel = isServer || typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('barnometer.drafts')
const tell = (said: Said): void => channel?.postMessage(said)

/** Drafts that are open here, each with what hands it to another tab once all of it is kept. */
const open = new Map<string, () => Promise<void>>()

channel?.addEventListener('message', ({ data }: MessageEvent<Said>) => {
  if (data.say === 'who_has') {
    const keys = data.keys.filter(key => open.has(key))
    if (keys.length > 0) tell({ say: 'have', keys, to: data.from })
  }
  if (data.say === 'give') {
    const give = open.get(data.key)
    if (give) void give().finally(() => tell({ say: 'given', key: data.key, to: data.from }))
  }
})

/** Says to other tabs that a draft is open in this one; returns what ends that. */
export const lockDraft = (key: string, give: () => Promise<void>): (() => void) => {
  open.set(key, give)
  return () => {
    if (open.get(key) === give) open.delete(key)
  }
}

/** ms. A tab that sleeps answers never, and has kept all that was written in it; one that is awake may be busy with a photo. */
const [ANSWER, GIVE] = [250, 20_000]

const heardOf = <Result>(
  said: Said,
  within: number,
  take: (answer: Said) => Result | undefined,
): Promise<Result | null> =>
  new Promise(done => {
    if (!channel) return done(null)
    const hear = ({ data }: MessageEvent<Said>) => {
      const result = 'to' in data && data.to === TAB ? take(data) : undefined
      if (result !== undefined) end(result)
    }
    const end = (result: Result | null) => {
      channel.removeEventListener('message', hear)
      clearTimeout(timer)
      done(result)
    }
    const timer = setTimeout(() => end(null), within)
    channel.addEventListener('message', hear)
    tell(said)
  })

/** Keys of these drafts that another tab has open. */
export const openElsewhere = async (keys: readonly string[]): Promise<ReadonlySet<string>> => {
  const found = new Set<string>()
  if (keys.length === 0) return found
  await heardOf<never>({ say: 'who_has', keys: [...keys], from: TAB }, ANSWER, answer => {
    if (answer.say === 'have') for (const key of answer.keys) found.add(key)
    return undefined
  })
  return found
}

/** Asks the tab that has a draft open to keep all of it and to let go. Resolves also when nobody answers. */
export const askForDraft = async (key: string): Promise<void> => {
  const others = await openElsewhere([key])
  if (others.has(key))
    await heardOf({ say: 'give', key, from: TAB }, GIVE, answer =>
      answer.say === 'given' && answer.key === key ? true : undefined,
    )
}
