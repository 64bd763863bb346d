import { addressEndpoints } from '#shared/contract/places/addresses.ts'
import { serve } from '../../kit/http/serve.ts'
import type { Services } from '../../kit/services.ts'
import { zoneAt } from '../time-zone.ts'
import { addressesByTown, addressOfFound } from './addresses.ts'
import { createGeocoder, type Geocoder } from './geocoder.ts'
import { placeColumns } from './place-index.ts'

const PLACES_CREDIT = 'GeoNames, CC BY 4.0'
const SERVICE_CREDIT = 'Data © OpenStreetMap contributors, ODbL 1.0'

export const addressRoutes = () => {
  let geocoder: Geocoder | undefined
  const geocoderOf = ({ environment, publicUrl, db }: Services): Geocoder | undefined => {
    if (environment.GEOCODER_URL) geocoder ??= createGeocoder(environment.GEOCODER_URL, publicUrl(), db)
    return geocoder
  }
  return serve(addressEndpoints, {
    findAddresses: async ({ query }, context) => {
      const wanted = { ...query, language: context.language }
      const ask = geocoderOf(context)
      const found = ask && (await ask(wanted))
      if (found) {
        const addresses = found.map(addressOfFound)
        return { addresses, fell_back: false, credit: found[0]?.licence ?? SERVICE_CREDIT }
      }
      const addresses = addressesByTown(await placeColumns(), wanted)
      return { addresses, fell_back: ask !== undefined, credit: PLACES_CREDIT }
    },
    getZone: async ({ query }) => ({ time_zone: zoneAt(query.lat, query.lon) }),
  })
}
