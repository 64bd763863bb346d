import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { addressesByTown } from '../../server/locations/addresses/addresses.ts'
import { type PlaceColumns, placeColumns } from '../../server/locations/addresses/place-index.ts'

const FOLDER = fileURLToPath(new URL('../../../shared/data/geo/', import.meta.url))
const isMissing = !existsSync(FOLDER)
if (isMissing) console.info(`Skipped: the real postal codes are not on this machine (${FOLDER}).`)

const NEAR_KM = 10

interface Town {
  name: string
  positions: [lat: number, lon: number][]
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replace(/^"|"$/g, ''))

/** German codes also stand for companies and offices: a single word is a town or village. */
const isTown = (country: string, name: string): boolean =>
  name !== '' && (country !== 'DE' || /^[A-ZÄÖÜ][a-zäöüß]+$/.test(name))

/** Towns and villages by name; in Spain the municipalities, whose hamlets have codes of their own. */
const townsOf = (country: string): Town[] => {
  const text = gunzipSync(readFileSync(`${FOLDER}geonames_postal_${country}.csv.gz`)).toString('utf8')
  const [head = '', ...lines] = text.split(/\r?\n/).filter(Boolean)
  const columns = cellsOf(head)
  const at = (name: string) => columns.indexOf(name)
  const towns = new Map<string, Town>()
  for (const cells of lines.map(cellsOf)) {
    const name = cells[at(country === 'ES' ? 'community' : 'place')] ?? ''
    if (!isTown(country, name)) continue
    const town = towns.get(name) ?? { name, positions: [] }
    town.positions.push([Number(cells[at('latitude')]), Number(cells[at('longitude')])])
    towns.set(name, town)
  }
  return [...towns.values()]
}

const km = ([lat, lon]: [number, number], [lat2, lon2]: [number, number]): number =>
  111.32 * Math.hypot(lat - lat2, (lon - lon2) * Math.cos((lat * Math.PI) / 180))

const isFound = (columns: PlaceColumns, { name, positions }: Town, country: string): boolean =>
  addressesByTown(columns, { query: name.replaceAll(',', ' '), country, language: 'en' }).some(found =>
    positions.some(position => km(position, [found.lat, found.lon]) <= NEAR_KM),
  )

describe.skipIf(isMissing)('[decisions §12] towns of real postal codes, looked up without an address service', () => {
  it.each([
    ['NL', 0.38],
    ['DE', 0.48],
    ['ES', 0.75],
  ])(
    'of %s at least a share of %d is found within 10 km: villages below 1000 people are not in the data set',
    async (country, least) => {
      const columns = await placeColumns()
      const towns = townsOf(country)
      const share = towns.filter(town => isFound(columns, town, country)).length / towns.length
      console.info(`${country}: ${(100 * share).toFixed(1)} % of ${towns.length} towns found within ${NEAR_KM} km`)
      expect(share).toBeGreaterThan(least)
    },
  )
})
