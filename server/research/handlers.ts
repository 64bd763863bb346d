import type { researchEndpoints } from '../../shared/contract/research.ts'
import type { Handler } from '../kit/serve.ts'

export type ResearchHandlers = {
  [Name in keyof typeof researchEndpoints]: Handler<(typeof researchEndpoints)[Name]>
}
