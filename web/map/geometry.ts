const METRES_PER_DEGREE = 111_320
const EQUATOR_PIXELS = 512

/** Metres of one pixel of a Mercator map at a latitude in degrees. */
export const metresPerPixel = (lat: number, zoom: number): number =>
  (METRES_PER_DEGREE * 360 * Math.cos((lat * Math.PI) / 180)) / (EQUATOR_PIXELS * 2 ** zoom)

/** A position moved by metres to the north and east, kept on the globe. */
export const positionMovedBy = (
  at: { lat: number; lon: number },
  north: number,
  east: number,
): { lat: number; lon: number } => {
  const lat = Math.min(85, Math.max(-85, at.lat + north / METRES_PER_DEGREE))
  const lon = at.lon + east / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))
  const round = (value: number) => Math.round(value * 1e6) / 1e6
  return { lat: round(lat), lon: round(((lon + 540) % 360) - 180) }
}

type Point = readonly number[]

/**
 * A ring across the 180th meridian goes on beyond it instead of jumping to the other edge of the map, over which it would
 * be filled. One around a pole does not end where it began, and stays as it is.
 */
export const unwrapped = (ring: readonly Point[]): number[][] => {
  let beyond = 0
  const result = ring.map(([lon = 0, lat = 0], index) => {
    const before = ring[index - 1]?.[0] ?? lon
    if (lon - before > 180) beyond -= 360
    else if (lon - before < -180) beyond += 360
    return [lon + beyond, lat]
  })
  return beyond === 0 ? result : ring.map(point => [...point])
}

interface Spot {
  x: number
  y: number
}

/** Puts spots that would cover each other together; each cluster stands where its first spot does. */
export const clustersOf = <Item extends Spot>(items: readonly Item[], apart: { x: number; y: number }): Item[][] => {
  const clusters: Item[][] = []
  for (const item of items) {
    const near = clusters.find(
      ([first]) => first && Math.abs(first.x - item.x) < apart.x && Math.abs(first.y - item.y) < apart.y,
    )
    if (near) near.push(item)
    else clusters.push([item])
  }
  return clusters
}

/** Tells whether spots of a cluster would stand apart once the map shows everything `times` as large. */
export const comeApart = (cluster: readonly Spot[], apart: { x: number; y: number }, times: number): boolean =>
  clustersOf(
    cluster.map(({ x, y }) => ({ x: x * times, y: y * times })),
    apart,
  ).length > 1
