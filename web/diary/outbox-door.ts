import { CallFailed } from '../../shared/contract/call.ts'
import type { ResponseOf } from '../../shared/contract/endpoint.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { uploadBytes } from '../kit/upload.ts'
import type { Written } from './outbox-parcel.ts'
import type { Door } from './outbox-sender.ts'

type Inspection = ResponseOf<typeof api.getInspection>

/** What an inspection says, in the shape it is written in here. */
export const writtenOf = (inspection: Inspection): Written => ({
  date: inspection.date,
  impression: inspection.impression,
  needs_attention: inspection.needs_attention,
  notes: inspection.notes,
  reminder_date: inspection.reminder_date,
  reminder: inspection.reminder,
  location_id: inspection.location_id,
  area_ids: inspection.areas.map(({ id }) => id).sort((a, b) => a - b),
  answers: inspection.answers,
  research_id: inspection.research_id,
  checklist_id: inspection.checklist_id,
  checklist_version: null,
})

/** ms. A network that was lost without a word answers never; asked again, nothing is done twice. */
const PATIENCE = 45_000

const timely = <Answer>(answer: Promise<Answer>): Promise<Answer> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, failed) => {
    timer = setTimeout(() => failed(new CallFailed(0, {})), PATIENCE)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}

/** The server of this product. */
export const door: Door = {
  create: body => timely(ask(api.createInspection, { body })),
  change: (id, body) => timely(ask(api.updateInspection, { params: { id }, body })),
  remove: id => timely(ask(api.deleteInspection, { params: { id } })),
  restore: id => timely(ask(api.restoreInspection, { params: { id } })),
  read: async id => {
    const inspection = await timely(ask(api.getInspection, { params: { id } }))
    const { version, updated_by } = inspection
    return { written: writtenOf(inspection), version, by: updated_by }
  },
  bytes: (id, { client_id, kind, name, type, time }, { bytes }, onProgress) =>
    kind === 'photo'
      ? uploadBytes(
          api.sendInspectionPhoto,
          { params: { id }, query: { client_id, time } },
          new Blob([bytes], { type }),
          onProgress,
        )
      : uploadBytes(
          api.sendInspectionFile,
          { params: { id }, query: { client_id, name, type } },
          new Blob([bytes], { type: 'application/octet-stream' }),
          onProgress,
        ),
  marks: (id, { annotation, marked }) => timely(ask(api.updatePhoto, { params: { id }, body: { annotation, marked } })),
}
