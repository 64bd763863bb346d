import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { searchText } from '#shared/rules/formats/search-text.ts'

/** Names of towns in the order of their folded form, as columns: 135 000 of them in 7 MB. */
export interface PlaceColumns {
  count: number
  /** UTF-8 texts one after the other; where each begins, and behind the last its end. */
  folded: Uint8Array
  foldedAt: Uint32Array
  names: Uint8Array
  namesAt: Uint32Array
  /** Two letters each. */
  countries: Uint8Array
  lat: Float32Array
  lon: Float32Array
  population: Uint32Array
}

export interface IndexedPlace {
  name: string
  country_code: string
  lat: number
  lon: number
  population: number
}

const [text, bytes] = [new TextDecoder(), new TextEncoder()]

const nameAt = (columns: PlaceColumns, index: number): string =>
  text.decode(columns.names.subarray(columns.namesAt[index], columns.namesAt[index + 1]))

const foldedNameAt = (columns: PlaceColumns, index: number): Uint8Array =>
  columns.folded.subarray(columns.foldedAt[index], columns.foldedAt[index + 1])

const placeAt = (columns: PlaceColumns, index: number): IndexedPlace => ({
  name: nameAt(columns, index),
  country_code: text.decode(columns.countries.subarray(2 * index, 2 * index + 2)),
  lat: Math.round((columns.lat[index] ?? 0) * 1e5) / 1e5,
  lon: Math.round((columns.lon[index] ?? 0) * 1e5) / 1e5,
  population: columns.population[index] ?? 0,
})

/** First index whose folded name does not come before `wanted`. */
const lowerBound = (columns: PlaceColumns, wanted: Uint8Array): number => {
  let [from, until] = [0, columns.count]
  while (from < until) {
    const middle = (from + until) >>> 1
    if (Buffer.compare(foldedNameAt(columns, middle), wanted) < 0) from = middle + 1
    else until = middle
  }
  return from
}

const startsWith = (name: Uint8Array, prefix: Uint8Array): boolean =>
  name.length >= prefix.length && Buffer.compare(name.subarray(0, prefix.length), prefix) === 0

/** Towns whose name begins with `typed`, whatever its accents and case: exact ones first, then the larger. */
export const placesNamed = (
  columns: PlaceColumns,
  typed: string,
  { country, most }: { country?: string | undefined; most: number },
): IndexedPlace[] => {
  const prefix = bytes.encode(searchText(typed))
  if (prefix.length < 2) return []
  const found: { place: IndexedPlace; exact: boolean }[] = []
  for (let index = lowerBound(columns, prefix); index < columns.count; index++) {
    const name = foldedNameAt(columns, index)
    if (!startsWith(name, prefix)) break
    const place = placeAt(columns, index)
    if (country === undefined || place.country_code === country)
      found.push({ place, exact: name.length === prefix.length })
  }
  return found
    .sort((a, b) => Number(b.exact) - Number(a.exact) || b.place.population - a.place.population)
    .slice(0, most)
    .map(({ place }) => place)
}

let loading: Promise<PlaceColumns> | undefined

const PROGRAM = fileURLToPath(new URL('./place-columns.ts', import.meta.url))

/** Loaded when first asked for, by a process of its own: reading the data set takes 200 MB for two seconds. */
export const placeColumns = (): Promise<PlaceColumns> => {
  loading ??= new Promise<PlaceColumns>((resolve, reject) => {
    const child = fork(PROGRAM, { serialization: 'advanced', execArgv: [], env: {} })
    child.once('message', columns => resolve(columns as PlaceColumns))
    child.once('error', reject)
    child.once('exit', code => reject(new Error(`names of towns could not be read: ${code}`)))
  }).catch(error => {
    loading = undefined
    throw error
  })
  return loading
}
