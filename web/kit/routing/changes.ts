/** Change of some values: what they become, or how that follows from those there are. */
export type Changes<Values> = Partial<Values> | ((before: Values) => Partial<Values>)

/** Values after a change. */
export const changed = <Values>(before: Values, some: Changes<Values>): Values => ({
  ...before,
  ...(typeof some === 'function' ? some(before) : some),
})
