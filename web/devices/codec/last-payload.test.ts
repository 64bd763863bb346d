import { expect, test } from 'vitest'
import type { RawMessage } from '#shared/contract/measurements/mappings.ts'
import { lastPayloadIn } from './last-payload.ts'

const messages = (...bodies: unknown[]) =>
  bodies.map(body => ({ body: typeof body === 'string' ? body : JSON.stringify(body) })) as RawMessage[]

test('the payload to try is the newest that was kept with its bytes', () => {
  expect(
    lastPayloadIn(
      messages(
        '{"cut": ',
        null,
        { t: 1 },
        { frm_payload: null },
        { frm_payload: 'AQI=', f_port: 85 },
        { frm_payload: 'AA==' },
      ),
    ),
  ).toEqual({ bytes: 'AQI=', fPort: 85 })
  expect(lastPayloadIn(messages({ frm_payload: 'AA==' }))).toEqual({ bytes: 'AA==', fPort: 1 })
  expect(lastPayloadIn(messages(null, { t: 1 }))).toBeUndefined()
})
