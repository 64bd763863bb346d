import { CallFailed } from '#shared/contract/call.ts'
import type { ResponseOf } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { uploadBytes } from '../../kit/api/upload.ts'
import { isServerReachable } from '../../kit/browser/connection.ts'
import type { InspectionPayload } from './outbox-item.ts'
import type { OutboxServer } from './outbox-sender.ts'

type Inspection = ResponseOf<typeof api.getInspection>

/** Content of an inspection, in the shape it is written in here. */
export const payloadOf = (inspection: Inspection): InspectionPayload => ({
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

/** Answer of the server with an id: only such a thing has arrived. Throws `CallFailed` for one without. */
const arrived = <Answer extends { id: number }>(answer: Answer): Answer => {
  if (!Number.isInteger(answer?.id)) throw new CallFailed(0, {})
  return answer
}

/** The server of this product. */
export const server: OutboxServer = {
  create: body => ask(api.createInspection, { body }).then(arrived),
  change: (id, body) => ask(api.updateInspection, { params: { id }, body }).then(arrived),
  remove: id => ask(api.deleteInspection, { params: { id } }),
  restore: id => ask(api.restoreInspection, { params: { id } }),
  read: async id => {
    const inspection = await ask(api.getInspection, { params: { id } })
    const { version, updated_by } = inspection
    return { written: payloadOf(inspection), version, by: updated_by }
  },
  bytes: (id, { client_id, kind, name, type, time }, { bytes }, onProgress) =>
    (kind === 'photo'
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
        )
    ).then(arrived),
  marks: (id, body) => ask(api.updatePhoto, { params: { id }, body }),
  drawn: async (id, photoId) => {
    const { photos } = await ask(api.getInspection, { params: { id } })
    const photo = photos.find(one => one.id === photoId)
    if (!photo) throw new CallFailed(404, {})
    return photo.annotation
  },
  dropPhoto: id => ask(api.deletePhotos, { body: { photo_ids: [id] } }),
  isReachable: isServerReachable,
}
