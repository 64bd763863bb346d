import { taxonomyEndpoints } from '../../shared/contract/taxonomy.ts'
import { serve } from '../kit/serve.ts'
import { taxonomyLists } from './lists.ts'

export const taxonomyRoutes = serve(taxonomyEndpoints, {
  getTaxonomy: async (_, { language }) => taxonomyLists(language),
})
