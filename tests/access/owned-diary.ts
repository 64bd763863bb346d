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
    updateChecklist: { ...byList, body: { name: 'x', items: [] } },
    deleteChecklist: byList,
  }
}
