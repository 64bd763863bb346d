import { randomUUID } from 'node:crypto'
import { api } from '#shared/contract/index.ts'
import type { TestUser } from '../../server/testing/a-user.ts'
import { anInspection } from '../../server/testing/an-inspection.ts'
import type { TestApp } from '../../server/testing/start-test-app.ts'

/** An owner's inspections and list, and for each call that names one a good input. */
export const anOwnersDiary = async (
  test: TestApp,
  owner: TestUser,
  location: { id: number; area: { id: number } },
  secret: string,
) => {
  const inspection = await anInspection(test, owner, location, { notes: secret, reminder: secret })
  const deleted = await anInspection(test, owner, location, { notes: secret })
  await test.call(api.deleteInspection, { params: { id: deleted.id } }, owner.token)
  const list = { name: `${secret} list`, items: [], area_ids: [location.area.id] }
  const checklist = await test.call(api.createChecklist, { body: list }, owner.token)
  const byArea = { params: { id: location.area.id } }
  const written = { start: '2020-01-01T00:00:00Z', text: `${secret} note` }
  const note = await test.call(api.createAreaNote, { ...byArea, body: written }, owner.token)
  const goneNote = await test.call(api.createAreaNote, { ...byArea, body: written }, owner.token)
  await test.call(api.deleteAreaNote, { params: { id: goneNote.id } }, owner.token)
  const byNote = { params: { id: note.id } }
  const [byInspection, byList] = [{ params: { id: inspection.id } }, { params: { id: checklist.id } }]
  const client_id = randomUUID()
  return {
    getInspection: byInspection,
    listInspectionItems: { query: { location_id: location.id } },
    listInspectionClimate: { query: { inspection_ids: inspection.id } },
    createInspection: { body: { client_id, location_id: location.id, date: test.clock.iso() } },
    updateInspection: { ...byInspection, body: { version: 1, notes: 'x' } },
    deleteInspection: byInspection,
    restoreInspection: { params: { id: deleted.id } },
    sendInspectionPhoto: { ...byInspection, query: { client_id } },
    sendInspectionFile: { ...byInspection, query: { client_id, name: 'x.pdf' } },
    listAreaNotes: { ...byArea, query: { from: '2019-12-01T00:00:00Z', until: '2020-02-01T00:00:00Z' } },
    createAreaNote: { ...byArea, body: written },
    updateAreaNote: { ...byNote, body: written },
    deleteAreaNote: byNote,
    restoreAreaNote: { params: { id: goneNote.id } },
    updateChecklist: { ...byList, body: { name: 'x', items: [] } },
    deleteChecklist: byList,
  }
}
