import type { Schema, ValueOf, ValuesFor, ValuesOf } from './parsers.ts'

/** Path with what may stand in it and behind it. */
export interface Address<Path extends string = string, Params extends Schema = Schema, Search extends Schema = Schema> {
  /** `$id` stands for a param, `{-$id}` for one that may be missing. */
  readonly path: Path
  readonly params: Params
  readonly search: Search
}

type PartsOf<Path extends string> = Path extends `${infer First}/${infer Rest}` ? PartsOf<First> | PartsOf<Rest> : Path
type RequiredIn<Part> = Part extends `$${infer Name}` ? Name : never
type OptionalIn<Part> = Part extends `{-$${infer Name}}` ? Name : never
type RequiredNames<Path extends string> = RequiredIn<PartsOf<Path>>
type OptionalNames<Path extends string> = OptionalIn<PartsOf<Path>>

/** Names of the params a path asks for. */
export type ParamNames<Path extends string> = RequiredNames<Path> | OptionalNames<Path>

/** Values of the params of an address. */
export type ParamsOf<A extends Address> = {
  [Name in RequiredNames<A['path']>]: ValueOf<A['params'][Name]>
} & { [Name in OptionalNames<A['path']>]?: ValueOf<A['params'][Name]> }

/** Values behind the question mark. */
export type SearchOf<A extends Pick<Address, 'search'>> = ValuesOf<A['search']>

/** Values to be written there; null and undefined leave a name out. */
export type SearchFor<A extends Pick<Address, 'search'>> = ValuesFor<A['search']>

interface Behind<A extends Address> {
  search?: SearchFor<A>
  hash?: string
}

type Given<A extends Address> = [RequiredNames<A['path']>] extends [never]
  ? [OptionalNames<A['path']>] extends [never]
    ? [given?: Behind<A>]
    : [given?: Behind<A> & { params?: ParamsOf<A> }]
  : [given: Behind<A> & { params: ParamsOf<A> }]

/** Place a link leads to, as the router takes it. */
export interface Target {
  /** Made from a screen by `linkTo`, never from text. */
  readonly address: Address
  readonly params: Readonly<Record<string, string>>
  readonly search: Readonly<Record<string, string>>
  readonly hash?: string
}

/** Writes values as text; what is empty is left out. */
export const written = (schema: Schema, values: object): Record<string, string> => {
  const entries = Object.entries(values).flatMap(([name, value]) => {
    const parser = schema[name]
    return parser && value !== undefined && value !== null ? [[name, parser.write(value)] as const] : []
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Reads values from text; what cannot be read counts as if it were not there. */
export const readValues = <S extends Schema>(schema: S, texts: object): ValuesOf<S> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => {
      const value = typeof text === 'string' && Object.hasOwn(schema, name) ? schema[name]?.read(text) : undefined
      return value === undefined ? [] : [[name, value]]
    }),
  ) as ValuesOf<S>

/** The place of a screen, with its params and search. */
export const linkTo = <A extends Address>(address: A, ...[given = {}]: Given<A>): Target => ({
  address,
  params: written(address.params, 'params' in given ? (given.params ?? {}) : {}),
  search: written(address.search, given.search ?? {}),
  hash: given.hash,
})

/** The same as text. */
export const hrefOf = ({ address, params, search, hash }: Target): string => {
  const parts = address.path.split('/').flatMap(part => {
    const [, optional, required] = /^(?:\{-\$(\w+)\}|\$(\w+))$/.exec(part) ?? []
    const name = optional ?? required
    if (name === undefined) return [part]
    const value = params[name]
    return value === undefined ? [] : [encodeURIComponent(value)]
  })
  const behind = new URLSearchParams(search).toString()
  return `${parts.join('/')}${behind && `?${behind}`}${hash ? `#${hash}` : ''}`
}
