/** Stands for the number of a device in a pattern of names. */
const NUMBER = '{n}'
/** Stands for the name that it has. */
const NAME = '{name}'

/** Tells whether a pattern gives each of several devices a name of its own. */
export const tellsApart = (pattern: string): boolean => pattern.includes(NUMBER) || pattern.includes(NAME)

/** Names by a pattern, in the order of the devices, whose numbers begin with `first`. */
export const namesBy = (pattern: string, devices: readonly { name: string }[], first: number): string[] =>
  devices.map(({ name }, index) =>
    pattern.replace(/\{(?:n|name)\}/g, part => (part === NUMBER ? String(first + index) : name)).trim(),
  )
