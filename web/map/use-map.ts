import 'maplibre-gl/dist/maplibre-gl.css'
import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AttributionControl, Map as MapLibreMap, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import { type RefObject, useEffect, useReducer, useState } from 'react'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../kit/api/query.ts'
import { drawStyle } from './draw-style.ts'
import { type MapView, useMapView } from './map-view.ts'
import { readCountries } from './outlines.ts'

setWorkerUrl(workerUrl)

export interface MapChoice {
  view: MapView
  choose: (view: MapView) => void
}

export interface Begin {
  lat: number
  lon: number
  zoom: number
}

/**
 * A map in an element. `moved` counts its movements, so that what lies over it follows. Null while it is being made, and
 * where the browser cannot draw maps (`broken`); `drawn` once there is something to see. `detailed` while it shows more than
 * borders. `choice`: what it is drawn of, where the installation leaves that to its people.
 */
export const useMap = (
  element: RefObject<HTMLElement | null>,
  begin: Begin,
): {
  map: MapLibreMap | null
  drawn: boolean
  moved: number
  broken: boolean
  detailed: boolean
  choice: MapChoice | null
} => {
  const [map, setMap] = useState<MapLibreMap | null>(null)
  const [drawn, setDrawn] = useState(false)
  const [broken, setBroken] = useState(false)
  const [moved, move] = useReducer((count: number) => count + 1, 0)
  const scheme = useComputedColorScheme('light')
  const help = useQuery({ ...queryOf(api.getHelp, {}), staleTime: Number.POSITIVE_INFINITY })
  const { view, choose } = useMapView()

  // biome-ignore lint/correctness/useExhaustiveDependencies: where it begins counts only at the beginning
  useEffect(() => {
    if (!element.current) return
    let made: MapLibreMap
    try {
      made = new MapLibreMap({
        container: element.current,
        style: { version: 8, sources: {}, layers: [] },
        center: [begin.lon, begin.lat],
        zoom: begin.zoom,
        attributionControl: false,
        dragRotate: false,
        pitchWithRotate: false,
        fadeDuration: 0,
        maxZoom: 18,
      })
    } catch {
      setBroken(true)
      return
    }
    made.addControl(new AttributionControl({ compact: false }), 'bottom-left')
    made.touchZoomRotate.disableRotation()
    made.keyboard.disableRotation()
    made.on('move', move)
    // Before there is a style nothing is drawn, and that is done at once.
    made.on('idle', () => setDrawn(made.getStyle().layers.length > 0))
    made.on('resize', move)

    setMap(made)
    return () => {
      setMap(null)
      made.remove()
    }
  }, [element])

  const offered = help.data?.map_aerial ?? null
  const known = (help.data !== undefined || help.isError) && (offered === null || view !== undefined)
  const streets = help.data?.map_style_url ?? null
  const aerial = view === 'aerial' ? offered : null
  // Asked for beside the question whether they are wanted, which they mostly are.
  useEffect(() => {
    if (!known) readCountries().catch(() => undefined)
  }, [known])
  const [isPlain, setIsPlain] = useState(false)
  useEffect(() => {
    setIsPlain(false)
    return map && known ? drawStyle(map, { streets, aerial, scheme }, setIsPlain) : undefined
  }, [map, known, streets, aerial, scheme])
  return {
    ...{ map, drawn, moved, broken },
    detailed: (streets !== null || aerial !== null) && !isPlain,
    choice: offered && view ? { view, choose } : null,
  }
}
