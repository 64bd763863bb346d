import type { FeatureCollection, Geometry } from 'geojson'
import type { StyleSpecification } from 'maplibre-gl'
import { feature } from 'topojson-client'
import countriesUrl from 'world-atlas/countries-50m.json?url'
import { type Scheme, TOKENS } from '../ui/theme/theme.ts'
import { unwrapped } from './geometry.ts'

type Topology = Parameters<typeof feature>[0]

let reading: Promise<FeatureCollection> | undefined

const withoutJumps = (geometry: Geometry): Geometry => {
  if (geometry.type === 'Polygon')
    return { ...geometry, coordinates: geometry.coordinates.map(ring => unwrapped(ring)) }
  if (geometry.type !== 'MultiPolygon') return geometry
  const coordinates = geometry.coordinates.map(polygon => polygon.map(ring => unwrapped(ring)))
  return { ...geometry, coordinates }
}

/** Countries as areas; read once, when a map is first shown. */
export const readCountries = (): Promise<FeatureCollection> => {
  reading ??= fetch(countriesUrl)
    .then(answer => answer.json() as Promise<Topology>)
    .then(atlas => {
      const { countries } = atlas.objects
      if (!countries) throw new Error('no countries in the atlas')
      const read = feature(atlas, countries) as FeatureCollection
      return { ...read, features: read.features.map(one => ({ ...one, geometry: withoutJumps(one.geometry) })) }
    })
    .catch(failure => {
      reading = undefined
      throw failure
    })
  return reading
}

/** A map that needs nothing but what is served with the product: country outlines in the colours of the page. */
export const outlineStyle = (countries: FeatureCollection, scheme: Scheme): StyleSpecification => {
  const colours = TOKENS[scheme]
  return {
    version: 8,
    sources: { countries: { type: 'geojson', data: countries, attribution: 'Natural Earth' } },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': colours.sunk } },
      { id: 'land', type: 'fill', source: 'countries', paint: { 'fill-color': colours.page } },
      { id: 'borders', type: 'line', source: 'countries', paint: { 'line-color': colours.edge, 'line-width': 1 } },
    ],
  }
}
