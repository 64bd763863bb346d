/** Step of a path: a name, a place in a list, the entry of a list in which a field has a value, or any part. */
export type PathStep =
  | { kind: 'name'; name: string }
  | { kind: 'where'; field: string; equals: string }
  | { kind: 'any' }

/** Mark for a path at which nothing stands. */
export const NOT_THERE = Symbol('not there')

const LONGEST = 200
const MAX_STEPS = 20
/** Steps that try many parts, and how many they try: a path stays cheap on a message of any size. */
const MAX_WILD = 2
const MAX_PARTS = 200

/**
 * The steps of a path as people write it: `SCD40.Temperature`, `list[0].value`, `values[type=P1].value`, `*.Humidity`,
 * `["a name"].x`. Empty and `.` mean the message itself. Null when it cannot be read.
 */
export const parsePath = (text: string): PathStep[] | null => {
  const path = text.trim().replace(/^\$\.?/, '')
  if (path === '' || path === '.') return []
  if (path.length > LONGEST) return null
  const steps: PathStep[] = []
  let rest = path
  while (rest !== '') {
    const found = /^\[("[^"]*"|[^\]"]+)\]/.exec(rest) ?? /^[^.[\]]+/.exec(rest)
    const step = found && stepOf(found[0])
    if (!found || !step || steps.length === MAX_STEPS) return null
    steps.push(step)
    rest = rest.slice(found[0].length)
    if (rest.startsWith('.') && rest.length > 1) rest = rest.slice(1)
    else if (rest !== '' && !rest.startsWith('[')) return null
  }
  return steps.filter(step => step.kind !== 'name').length > MAX_WILD ? null : steps
}

const stepOf = (text: string): PathStep | null => {
  if (text === '*' || text === '[*]') return { kind: 'any' }
  if (!text.startsWith('[')) return { kind: 'name', name: text }
  const inside = text.slice(1, -1)
  if (inside.startsWith('"')) return { kind: 'name', name: inside.slice(1, -1) }
  if (/^\d{1,6}$/.test(inside)) return { kind: 'name', name: String(Number(inside)) }
  const [, field, equals] = /^([^=]+)=(.+)$/.exec(inside) ?? []
  return field && equals ? { kind: 'where', field: field.trim(), equals: equals.trim() } : null
}

/** The path of a value, from the names and places that lead to it. */
export const pathOf = (names: readonly (string | number)[]): string =>
  names
    .map((name, index) => {
      if (typeof name === 'number') return `[${name}]`
      if (/^[^.[\]*"=$]+$/.test(name) && name.trim() === name) return index === 0 ? name : `.${name}`
      return `["${name.replaceAll('"', '')}"]`
    })
    .join('')

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Tells whether an object has a name, or a list a place; never what every object has of itself. */
const has = (value: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(value, name) && !(Array.isArray(value) && !/^\d+$/.test(name))

interface Located {
  value: unknown
  /** The names and places that lead there. */
  names: string[]
}

/** Value at a path, the first that fits; `NOT_THERE` when there is none. Looks as {@link locate} does. */
export const valueAt = (message: unknown, steps: readonly PathStep[]): unknown => {
  const located = locate(message, steps)
  return located === null ? NOT_THERE : located.value
}

/**
 * Place a path leads to, the first that fits; null when there is none. Names with dots in them are found, too: the
 * longest name that fits wins, so that `air.temperature` finds `{"air.temperature": 20}` as well as
 * `{"air": {"temperature": 20}}`.
 */
export const locate = (message: unknown, steps: readonly PathStep[], names: string[] = []): Located | null => {
  const [step, ...rest] = steps
  if (!step) return { value: message, names }
  if (!isObject(message)) return null
  if (step.kind !== 'name') return firstOf(message, step, rest, names)
  const plain: string[] = []
  for (const one of steps) {
    if (one.kind !== 'name') break
    plain.push(one.name)
  }
  for (let count = plain.length; count > 0; count--) {
    const name = plain.slice(0, count).join('.')
    const located = has(message, name) ? locate(message[name], steps.slice(count), [...names, name]) : null
    if (located) return located
  }
  return null
}

const firstOf = (
  message: Record<string, unknown>,
  step: Exclude<PathStep, { kind: 'name' }>,
  rest: readonly PathStep[],
  names: string[],
): Located | null => {
  const parts: [string | number, unknown][] = Array.isArray(message)
    ? [...message.slice(0, MAX_PARTS).entries()]
    : Object.entries(message).slice(0, MAX_PARTS)
  for (const [name, part] of parts) {
    if (step.kind === 'where' && !(isObject(part) && fits(part, step))) continue
    const located = locate(part, rest, [...names, String(name)])
    if (located) return located
  }
  return null
}

const fits = (part: Record<string, unknown>, { field, equals }: { field: string; equals: string }): boolean => {
  const value = has(part, field) ? part[field] : undefined
  return (typeof value === 'string' || typeof value === 'number') && String(value) === equals
}
