/** Shorter texts cost nobody anything, whatever is in them. */
const SHORT = 64 * 1024
const DEEPEST = 200
/** Names of one object. */
const MAX_NAMES = 50_000

const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a]
const isOpening = (code: number): boolean => code === 0x7b || code === 0x5b
const isClosing = (code: number): boolean => code === 0x7d || code === 0x5d

/**
 * Tells whether a JSON text is nested deeper, or has an object with more names, than anything a person or a device
 * sends. To parse such a text takes a second for 5 MB, all at once; to look through it takes a few hundredths.
 */
export const isMonstrous = (text: string): boolean => {
  if (text.length < SHORT) return false
  const names: number[] = [0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isOpening(code)) {
      if (names.push(0) > DEEPEST) return true
    } else if (isClosing(code)) names.pop()
    else if (code === COLON) {
      const count = (names.pop() ?? 0) + 1
      if (count > MAX_NAMES) return true
      names.push(count)
    }
  }
  return false
}

/** Index of the end of the string that begins with the quotation mark at `begin`. */
const endOfString = (text: string, begin: number): number => {
  let end = begin
  do {
    end = text.indexOf('"', end + 1)
    if (end < 0) return text.length
  } while (isEscaped(text, end))
  return end
}

const isEscaped = (text: string, at: number): boolean => {
  let before = at
  while (text.charCodeAt(before - 1) === BACKSLASH) before--
  return (at - before) % 2 === 1
}

/** Tells whether a value takes at most so many characters as JSON. */
export const isShortAsJson = (value: unknown, most: number): boolean => {
  try {
    return (JSON.stringify(value) ?? '').length <= most
  } catch {
    // Nested deeper than can be printed.
    return false
  }
}
