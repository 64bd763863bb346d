export type Precision = 'ns' | 'n' | 'us' | 'u' | 'ms' | 's'

const PER_MS: Record<Precision, number> = { ns: 1e6, n: 1e6, us: 1e3, u: 1e3, ms: 1, s: 1e-3 }

/**
 * Messages of InfluxDB line protocol, `measurement,tags fields [time]` a line: fields become values, measurement and tags are
 * not ours. A line that cannot be read comes back as `null`, in its place. Comment lines and empty ones are no messages. A step a line.
 */
export function* parseLineProtocol(
  text: string,
  precision: Precision,
): Generator<undefined, (Record<string, unknown> | null)[]> {
  const messages: (Record<string, unknown> | null)[] = []
  for (let begin = 0; begin <= text.length; ) {
    const end = text.indexOf('\n', begin)
    const line = text.slice(begin, end < 0 ? undefined : end).trim()
    if (line !== '' && !line.startsWith('#')) messages.push(parseLine(line, precision))
    begin = end < 0 ? text.length + 1 : end + 1
    yield
  }
  return messages
}

const parseLine = (line: string, precision: Precision): Record<string, unknown> | null => {
  const [fields, time, ...rest] = splitOutside(line.slice(headLength(line)), ' ').filter(part => part !== '')
  if (!fields || rest.length > 0) return null
  const message: Record<string, unknown> = {}
  for (const field of splitOutside(fields, ',')) {
    const [name, value, ...more] = splitOutside(field, '=')
    if (!name || value === undefined || more.length > 0) return null
    message[name.replaceAll(/\\([,= ])/g, '$1')] = parseField(value)
  }
  if (time !== undefined) {
    if (!/^-?\d+$/.test(time)) return null
    message.time = isoOrNaN(Number(time) / PER_MS[precision])
  }
  return message
}

/** Characters of measurement and tags, up to the first space that is not escaped: a quotation mark there is one like any other. */
const headLength = (line: string): number => {
  let at = 0
  while (at < line.length && line.charAt(at) !== ' ') at += line.charAt(at) === '\\' ? 2 : 1
  return at
}

/** ISO text, since a small number of milliseconds would be taken for seconds. */
const isoOrNaN = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : 'NaN')

/** Numbers, integers (`1i`, `1u`) and quoted text; a truth value is no number. */
const parseField = (text: string): unknown => {
  if (text.startsWith('"')) return text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')
  if (/^(t|true|f|false)$/i.test(text)) return /^t/i.test(text)
  return text.replace(/[iu]$/, '')
}

/** Splits at `separator` where it is neither escaped nor inside quotes. */
const splitOutside = (text: string, separator: string): string[] => {
  const parts: string[] = []
  let [part, quoted] = ['', false]
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    if (character === '\\' && at + 1 < text.length) part += character + text.charAt(++at)
    else if (character === separator && !quoted) {
      parts.push(part)
      part = ''
    } else {
      if (character === '"') quoted = !quoted
      part += character
    }
  }
  return [...parts, part]
}
