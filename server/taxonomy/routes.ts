import { taxonomyEndpoints } from '#shared/contract/places/taxonomy.ts'
import { serve } from '../kit/http/serve.ts'
import { taxonomyLists } from './lists.ts'

export const taxonomyRoutes = serve(taxonomyEndpoints, {
  getTaxonomy: async (_, { language }) => taxonomyLists(language),
})
