/** One step of a path: a name, a place in a list, the entry of a list in which a field has a value, or any part. */
export type Step = { kind: 'name'; name: string } | { kind: 'where'; field: string; equals: string } | { kind: 'any' }

/** At a path stands nothing. */
export const NOT_THERE = Symbol('not there')

const LONGEST = 200
const MOST_STEPS = 20
/** Steps that try many parts, and how many they try: a path stays cheap on a message of any size. */
const MOST_WILD = 2
const MOST_PARTS = 200

/**
 * The steps of a path as people write it: `SCD40.Temperature`, `list[0].value`, `values[type=P1].value`, `*.Humidity`,
 * `["a name"].x`. Empty and `.` mean the message itself. Null when it cannot be read.
 */
export const parsePath = (text: string): Step[] | null => {
  const path = text.trim().replace(/^\$\.?/, '')
  if (path === '' || path === '.') return []
  if (path.length > LONGEST) return null
  const steps: Step[] = []
  let rest = path
  while (rest !== '') {
    const found = /^\[("[^"]*"|[^\]"]+)\]/.exec(rest) ?? /^[^.[\]]+/.exec(rest)
    const step = found && stepOf(found[0])
    if (!found || !step || steps.length === MOST_STEPS) return null
    steps.push(step)
    rest = rest.slice(found[0].length)
    if (rest.startsWith('.') && rest.length > 1) rest = rest.slice(1)
    else if (rest !== '' && !rest.startsWith('[')) return null
  }
  return steps.filter(step => step.kind !== 'name').length > MOST_WILD ? null : steps
}

const stepOf = (text: string): Step | null => {
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

/** A name of an object, or a place in a list; never what every object has of itself. */
const has = (value: Record<string, unknown>, name: string): boolean =>
  Object.hasOwn(value, name) && !(Array.isArray(value) && !/^\d+$/.test(name))

/**
 * What stands at a path, the first that fits; `NOT_THERE` when nothing does. Names with dots in them are found, too: the
 * longest name that fits wins, so that `air.temperature` finds `{"air.temperature": 20}` as well as `{"air": {"temperature": 20}}`.
 */
export const valueAt = (message: unknown, steps: readonly Step[]): unknown => {
  const [step, ...rest] = steps
  if (!step) return message
  if (!isObject(message)) return NOT_THERE
  if (step.kind === 'any') return firstOf(partsOf(message), rest)
  if (step.kind === 'where') {
    const fitting = partsOf(message).filter(part => isObject(part) && fits(part, step))
    return firstOf(fitting, rest)
  }
  const names: string[] = []
  for (const one of steps) {
    if (one.kind !== 'name') break
    names.push(one.name)
  }
  for (let count = names.length; count > 0; count--) {
    const name = names.slice(0, count).join('.')
    if (!has(message, name)) continue
    const found = valueAt(message[name], steps.slice(count))
    if (found !== NOT_THERE) return found
  }
  return NOT_THERE
}

const partsOf = (value: Record<string, unknown>): unknown[] =>
  (Array.isArray(value) ? value : Object.values(value)).slice(0, MOST_PARTS)

const firstOf = (parts: unknown[], steps: readonly Step[]): unknown => {
  for (const part of parts) {
    const found = valueAt(part, steps)
    if (found !== NOT_THERE) return found
  }
  return NOT_THERE
}

const fits = (part: Record<string, unknown>, { field, equals }: { field: string; equals: string }): boolean => {
  const value = has(part, field) ? part[field] : undefined
  return (typeof value === 'string' || typeof value === 'number') && String(value) === equals
}
