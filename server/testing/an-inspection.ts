import { randomUUID } from 'node:crypto'
import { inspectionEndpoints } from '#shared/contract/diary/inspection-calls.ts'
import type { InspectionInput } from '#shared/contract/diary/inspections.ts'
import type { TestUser } from './a-user.ts'
import type { TestApp } from './start-test-app.ts'

/** An inspection of a location, at the clock's time unless said. */
export const anInspection = (
  test: TestApp,
  owner: Pick<TestUser, 'token'>,
  location: { id: number },
  changes: Partial<InspectionInput> = {},
) =>
  test.call(
    inspectionEndpoints.createInspection,
    { body: { client_id: randomUUID(), location_id: location.id, date: test.clock.iso(), ...changes } },
    owner.token,
  )
