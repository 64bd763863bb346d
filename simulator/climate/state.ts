import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Configuration } from '../sending/reports.ts'

/** Memory of the simulator between two runs; holds device keys, so only its owner may read the file. */
export interface State {
  /** The moment the story is told from, and where the history begins: epoch ms. */
  anchor: number
  start: number
  devices: Record<string, SavedDevice>
  /** Ids of the farms, by name; absent in a file of an older version. */
  locations?: Record<string, number>
  /** Research project whose data are frozen once the history is in; absent when that is done. */
  research?: number
}

export interface SavedDevice {
  id: number
  key: string
  /** Time (epoch ms) up to which all messages due have been answered for. */
  sent_until: number
  /** Time (epoch ms) up to which all photos due are there, for a device with a camera. */
  photos_until?: number
  /** Settings it works with; absent until it was live once. */
  settings?: Configuration
}

export const readState = async (file: string): Promise<State | null> => {
  const text = await readFile(file, 'utf8').catch((failure: NodeJS.ErrnoException) => {
    if (failure.code === 'ENOENT') return null
    throw failure
  })
  return text === null ? null : (JSON.parse(text) as State)
}

/** Writes the state whole or not at all, one writing after the other. */
export const stateWriter = (file: string, state: State): (() => Promise<void>) => {
  let last = Promise.resolve()
  return () => {
    const writing = last.then(async () => {
      await writeFile(`${file}.new`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
      await rename(`${file}.new`, file)
    })
    last = writing.catch(() => {})
    return writing
  }
}
