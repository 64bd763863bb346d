/** Keys of an object that has no others than its type says. */
export const keysOf = <Keys extends string>(object: Readonly<Record<Keys, unknown>>): Keys[] =>
  Object.keys(object) as Keys[]

/** The same with the value of each. */
export const entriesOf = <Keys extends string, Value>(
  object: Readonly<Partial<Record<Keys, Value>>>,
): [Keys, Value][] => Object.entries(object) as [Keys, Value][]

/** An object with a value for each of these keys. */
export const recordOf = <Key extends string, Value>(
  keys: readonly Key[],
  valueFor: (key: Key) => Value,
): Record<Key, Value> => Object.fromEntries(keys.map(key => [key, valueFor(key)])) as Record<Key, Value>

/** Tells whether a text is one of the keys of an object. */
export const isKeyOf = <Keys extends string>(
  object: Readonly<Partial<Record<Keys, unknown>>>,
  key: string,
): key is Keys => Object.hasOwn(object, key)
