import { areaNoteEndpoints } from '#shared/contract/diary/area-notes.ts'
import { checklistEndpoints } from '#shared/contract/diary/checklists.ts'
import { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import { type Served, serve } from '../kit/http/serve.ts'
import type { Services } from '../kit/services.ts'
import type { PhotoAddresses } from '../photos/addresses.ts'
import { checklistHandlers } from './checklists/checklist-handlers.ts'
import { createFileAddresses } from './inspections/files.ts'
import { inspectionHandlers } from './inspections/handlers.ts'
import { areaNoteHandlers } from './notes/notes.ts'

export const diaryRoutes = (services: Services, photos: PhotoAddresses): Served[] => [
  ...serve(inspectionEndpoints, inspectionHandlers({ photos, files: createFileAddresses(services) })),
  ...serve(checklistEndpoints, checklistHandlers),
  ...serve(areaNoteEndpoints, areaNoteHandlers),
]
