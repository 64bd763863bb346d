import type { FeatureCollection } from 'geojson'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { Scheme } from '../ui/theme/theme.ts'
import { AERIAL_SOURCE, type Aerial, aerialStyle, aerialTiles } from './aerial.ts'
import { outlineStyle, readCountries } from './outlines.ts'

/** A map service that has shown nothing by then is taken for dead. */
export const TILES_WITHIN_MS = 8000

interface Wanted {
  /** Address of the style of streets; null where there is none. */
  streets: string | null
  /** Pictures from the air, where somebody wants to see them. */
  aerial: Aerial | null
  scheme: Scheme
}

type Drawn = Pick<
  MapLibreMap,
  | 'setStyle'
  | 'on'
  | 'once'
  | 'off'
  | 'getLayer'
  | 'getSource'
  | 'addLayer'
  | 'addSource'
  | 'removeLayer'
  | 'removeSource'
>

const NOWHERE: FeatureCollection = { type: 'FeatureCollection', features: [] }

/**
 * Draws the pictures of the installation, or its streets: also where the pictures or their tiles cannot be had, and outlines where
 * the streets cannot either, or there are none. `onPlain` is told whether it is outlines. Pictures that could not be had are tried
 * for again after the map was moved: a survey has none of some places, and may be away for a while. Returns what ends it.
 */
export const drawStyle = (
  map: Drawn,
  { streets, aerial, scheme }: Wanted,
  onPlain: (isPlain: boolean) => void,
): (() => void) => {
  let over = false
  let turn = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let awaited: 'streets' | 'aerial' | null = null
  /** Time at which pictures were tried for last, while something else is shown in their place. */
  let tried: number | null = null

  /** Begins another drawing; what it returns tells whether it is still the newest. */
  const begin = (isPlain: boolean): (() => boolean) => {
    clearTimeout(timer)
    awaited = null
    turn += 1
    const own = turn
    onPlain(isPlain)
    return () => !over && own === turn
  }
  // No event tells that tiles are missing.
  const awaitTile = (of: 'streets' | 'aerial', instead: () => void): void => {
    awaited = of
    timer = setTimeout(() => awaited === of && instead(), TILES_WITHIN_MS)
  }
  const drawOutlines = (): void => {
    const isNewest = begin(true)
    readCountries().then(
      countries => isNewest() && map.setStyle(outlineStyle(countries, scheme)),
      () => undefined,
    )
  }
  const drawStreets = (): void => {
    if (!streets) {
      drawOutlines()
      return
    }
    const isNewest = begin(false)
    // Asked for beforehand: that a style cannot be had is told by nothing else as surely.
    fetch(streets).then(
      ({ ok }) => isNewest() && (ok ? map.setStyle(streets) : drawOutlines()),
      () => isNewest() && drawOutlines(),
    )
    awaitTile('streets', drawOutlines)
  }
  const drawAerial = (pictures: Aerial): void => {
    tried = null
    const isNewest = begin(false)
    const draw = (countries: FeatureCollection) => isNewest() && map.setStyle(aerialStyle(pictures, countries, scheme))
    readCountries().then(draw, () => draw(NOWHERE))
    awaitTile('aerial', () => {
      tried = Date.now()
      drawStreets()
    })
  }
  const isTimeToTry = (): boolean => !over && tried !== null && Date.now() - tried >= TILES_WITHIN_MS
  /** Asks for the pictures of what is seen now, beside what is shown, where nobody sees them before they have come. */
  const tryAgain = (): void => {
    if (!aerial || !isTimeToTry()) return
    tried = Date.now()
    if (map.getLayer(AERIAL_SOURCE)) map.removeLayer(AERIAL_SOURCE)
    if (map.getSource(AERIAL_SOURCE)) map.removeSource(AERIAL_SOURCE)
    map.addSource(AERIAL_SOURCE, aerialTiles(aerial))
    map.addLayer({ id: AERIAL_SOURCE, type: 'raster', source: AERIAL_SOURCE, paint: { 'raster-opacity': 0 } })
  }
  // A style takes nothing more while it is loading.
  const onMoved = () => void (isTimeToTry() && map.once('idle', tryAgain))
  const onTile = ({ tile, sourceId }: { tile?: { state?: string }; sourceId?: string }) => {
    if (tile?.state !== 'loaded') return
    const isAerial = sourceId === AERIAL_SOURCE
    if (isAerial && aerial && tried !== null) drawAerial(aerial)
    // The outlines below pictures are tiles, too.
    else if (isAerial === (awaited === 'aerial')) awaited = null
  }
  map.on('sourcedata', onTile)
  map.on('moveend', onMoved)
  if (aerial) drawAerial(aerial)
  else drawStreets()
  return () => {
    over = true
    clearTimeout(timer)
    map.off('sourcedata', onTile)
    map.off('moveend', onMoved)
    map.off('idle', tryAgain)
  }
}
