import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import type { Database } from '../../kit/database/database.ts'
import { countUp } from '../../kit/limits/limits.ts'

const PER_REQUEST_MS = 1000
const TIMEOUT_MS = 4000
const KEEP = 500
const KEEP_MS = 24 * 3_600_000

const GeocodedAddress = z.object({
  display_name: z.string(),
  lat: z.coerce.number(),
  lon: z.coerce.number(),
  licence: z.string().optional(),
  boundingbox: z.array(z.coerce.number()).length(4).optional(),
  address: z.record(z.string(), z.string()).optional(),
})
export type GeocodedAddress = z.infer<typeof GeocodedAddress>

export interface GeocodingQuery {
  query: string
  country?: string | undefined
  language: string
}

/** A service that finds addresses; `null` when it did not answer in time or not as it should. */
export type Geocoder = (wanted: GeocodingQuery) => Promise<GeocodedAddress[] | null>

const addressOf = (base: string, { query, country, language }: GeocodingQuery): URL => {
  const url = new URL(base)
  if (!url.pathname.endsWith('/search')) url.pathname = `${url.pathname.replace(/\/$/, '')}/search`
  const wanted = { q: query, format: 'jsonv2', addressdetails: '1', limit: '8', 'accept-language': language }
  for (const [name, value] of Object.entries(wanted)) url.searchParams.set(name, value)
  if (country) url.searchParams.set('countrycodes', country.toLowerCase())
  return url
}

/** Waits for a second in which no process of the installation has asked; false when that would take too long. */
const isOurTurn = async (db: Database, until: number): Promise<boolean> => {
  for (;;) {
    const now = Date.now()
    const second = await countUp(db, { policy: 'geocoder', key: '', now, withinMs: PER_REQUEST_MS })
    if (second.count === 1) return true
    const free = Date.parse(second.ends_at)
    if (free > until) return false
    await setTimeout(Math.max(1, free - now))
  }
}

/**
 * Asks a Nominatim-compatible service as its rules want it: one request a second of all processes, with our name, nothing twice a day.
 * Who would wait longer than an answer may take is not kept waiting.
 */
export const createGeocoder = (base: string, publicUrl: string, db: Database): Geocoder => {
  const known = new Map<string, { at: number; found: GeocodedAddress[] }>()
  const ask = async (url: URL): Promise<GeocodedAddress[] | null> => {
    if (!(await isOurTurn(db, Date.now() + TIMEOUT_MS))) return null
    const answer = await fetch(url, {
      headers: { 'user-agent': `Barnometer/${PRODUCT_VERSION} (${publicUrl})`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const parsed = answer.ok ? z.array(GeocodedAddress).safeParse(await answer.json()) : null
    return parsed?.success ? parsed.data : null
  }

  return async wanted => {
    const url = addressOf(base, wanted)
    const kept = known.get(url.href)
    if (kept && performance.now() - kept.at < KEEP_MS) return kept.found
    const found = await ask(url).catch(() => null)
    if (found === null) return null
    if (known.size >= KEEP) known.delete(known.keys().next().value ?? '')
    known.set(url.href, { at: performance.now(), found })
    return found
  }
}
