import type { researchEndpoints } from '#shared/contract/places/research.ts'
import type { Handler } from '../kit/http/serve.ts'

export type ResearchHandlers = {
  [Name in keyof typeof researchEndpoints]: Handler<(typeof researchEndpoints)[Name]>
}
