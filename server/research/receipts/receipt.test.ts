import { expect, test } from 'vitest'
import type { LedgerRow } from '../../consents/ledger.ts'
import { receiptOf } from './receipt.ts'

const ROW: LedgerRow = {
  ...{ id: 7, kind: 'yes', research_id: 5, research_name: 'Winter air', research_purpose: null, research_end: null },
  ...{ research_institution: null, research_leader: 'Ada Smith, PhD, ada@farm.example' },
  ...{ email: null, location_id: 1, location_name: 'De Linde', said_by: 2, said_by_name: 'Olga' },
  ...{ from: '2025-01-10T00:00:00.000Z', device_ids: null, measurements: null, said_at: '2025-01-09T00:00:00.000Z' },
}
const controllerOf = (row: Partial<LedgerRow>) =>
  receiptOf({ ...ROW, ...row }, { publicUrl: 'https://barn.example', language: 'en' })['dpv:hasDataController']

test('the controller is the institution, else who leads the project by name; the address is how to reach them', () => {
  expect(controllerOf({})).toMatchObject({
    'dct:title': 'Ada Smith, PhD',
    'dpv:hasContact': 'Ada Smith, PhD, ada@farm.example',
  })
  expect(controllerOf({ research_institution: 'Institute' })).toMatchObject({ 'dct:title': 'Institute' })
  // Answers from before have the name alone.
  expect(controllerOf({ research_leader: 'Ada Smith' })).toMatchObject({ 'dct:title': 'Ada Smith' })
  expect(controllerOf({ research_leader: null })).toMatchObject({ 'dct:title': 'Winter air' })
})
