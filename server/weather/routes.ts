import { weatherEndpoints } from '#shared/contract/places/weather.ts'
import { serve } from '../kit/http/serve.ts'
import { weatherNow } from './weather-now.ts'

export const weatherRoutes = serve(weatherEndpoints, {
  listWeather: (_, context) => weatherNow(context, context.user),
})
