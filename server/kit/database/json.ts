declare const written: unique symbol

/**
 * Text of a column that holds a value as JSON. Only `jsonOf` makes one, so what is read is of the type that was written; what
 * an older release wrote otherwise stands in the type of the column.
 */
export type Json<Value> = string & { readonly [written]: Value }

export const jsonOf = <Value>(value: Value): Json<Value> => JSON.stringify(value) as Json<Value>

export const fromJson = <Value>(text: Json<Value>): Value => JSON.parse(text)
