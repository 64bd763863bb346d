/** Characters of a message that are kept. */
const MAX_CHARACTERS = 8192
const MAX_DEPTH = 12
const LONGEST_TEXT = 1000
const LONGEST_NAME = 100

/** Names under which a device might send what must not be seen. */
const SECRET =
  /pass(word|wd|phrase)|secret|token|api_?-?key|credential|authori[sz]ation|psk$|_pin$|^(key|pass|pin|pwd|auth)$/i

/** A key of a device, wherever it stands. */
const KEY = /bm_[\w-]{20,}/g
const HIDDEN = '•••'

/** A message as it is kept for looking at: valid JSON of at most 8 kB, without secrets. `cut`: something is missing. */
export interface Shrunk {
  body: string
  cut: boolean
}

/** Costs hardly more for a message of 5 MB than for one of 8 kB. Never throws. */
export const shrink = (sent: unknown): Shrunk => {
  let left = MAX_CHARACTERS
  let cut = false
  /** JSON of a value; undefined when there is no room for it. */
  const print = (value: unknown, depth: number): string | undefined => {
    if (typeof value !== 'object' || value === null) return plain(value)
    if (depth >= MAX_DEPTH) return undefined
    const [open, close] = Array.isArray(value) ? '[]' : '{}'
    left -= 2
    const parts: string[] = []
    for (const [name, inner] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
      const label = typeof name === 'number' ? '' : `${JSON.stringify(name.slice(0, LONGEST_NAME))}:`
      left -= label.length + 1
      const part =
        left <= 0
          ? undefined
          : SECRET.test(String(name).slice(0, LONGEST_NAME))
            ? JSON.stringify(HIDDEN)
            : print(inner, depth + 1)
      if (part === undefined) {
        cut = true
        break
      }
      parts.push(label + part)
    }
    return open + parts.join() + close
  }
  const plain = (value: unknown): string | undefined => {
    const text = JSON.stringify(typeof value === 'string' ? shortened(value) : value) ?? 'null'
    left -= text.length
    return left < 0 ? undefined : text
  }
  const shortened = (text: string): string => {
    const start = text.slice(0, LONGEST_TEXT).replaceAll(KEY, HIDDEN)
    if (text.length <= LONGEST_TEXT) return start
    cut = true
    return `${start}…`
  }
  const body = print(sent, 0)
  return { body: body ?? 'null', cut: cut || body === undefined }
}
