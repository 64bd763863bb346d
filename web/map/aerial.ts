import type { FeatureCollection } from 'geojson'
import type { RasterSourceSpecification, StyleSpecification } from 'maplibre-gl'
import type { HelpAddresses } from '#shared/contract/help.ts'
import type { Scheme } from '../ui/theme/theme.ts'
import { outlineStyle } from './outlines.ts'

export type Aerial = NonNullable<HelpAddresses['map_aerial']>

/** Source of a style whose tiles are pictures from the air. */
export const AERIAL_SOURCE = 'aerial'

/** Zoom of the closest tiles that surveys give; closer ones are these, enlarged. */
const CLOSEST = 19

const ESCAPES: Partial<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Tiles of pictures from the air, without whose they are. */
export const aerialTiles = ({ url }: Pick<Aerial, 'url'>): RasterSourceSpecification => ({
  type: 'raster',
  tiles: [url],
  tileSize: 256,
  maxzoom: CLOSEST,
})

/** Pictures from the air over outlines of countries, which are seen where a survey has none. Its name is text, and no markup. */
export const aerialStyle = (aerial: Aerial, countries: FeatureCollection, scheme: Scheme): StyleSpecification => {
  const { version, sources, layers } = outlineStyle(countries, scheme)
  const named = aerial.attribution.replace(/[&<>]/g, sign => ESCAPES[sign] ?? sign)
  return {
    version,
    sources: {
      ...sources,
      [AERIAL_SOURCE]: { ...aerialTiles(aerial), attribution: named },
    },
    layers: [...layers, { id: AERIAL_SOURCE, type: 'raster', source: AERIAL_SOURCE }],
  }
}
