import { checklistEndpoints } from '../../shared/contract/checklists.ts'
import { inspectionEndpoints } from '../../shared/contract/inspection-calls.ts'
import { type Served, serve } from '../kit/serve.ts'
import type { World } from '../kit/world.ts'
import type { Addresses } from '../photos/addresses.ts'
import { checklistHandlers } from './checklist-handlers.ts'
import { createFileAddresses } from './files.ts'
import { inspectionHandlers } from './handlers.ts'

export const diaryRoutes = (world: World, photos: Addresses): Served[] => [
  ...serve(inspectionEndpoints, inspectionHandlers({ photos, files: createFileAddresses(world) })),
  ...serve(checklistEndpoints, checklistHandlers),
]
