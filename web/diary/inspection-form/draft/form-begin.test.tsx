import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { queryClient, queryOf } from '../../../kit/api/query.ts'
import { goingOnWith, newDraft, type Start, useLoadedDrafts } from './form-begin.ts'
import { NO_LAST } from './form-last.ts'

const FARM = {
  id: 1,
  name: 'Zonneveld',
  time_zone: 'Europe/Amsterdam',
  areas: [{ id: 3, area_type_id: 35 }],
  may: ['edit'],
}
const START: Start = {
  userId: 7,
  inspectionId: null,
  outboxItemId: null,
  draftKey: null,
  locationId: null,
  areaId: 3,
  researchId: null,
  period: { start: null, end: null },
}

test('what is begun stays when all is read anew because the network is back', async () => {
  queryClient.setQueryData(queryOf(api.listLocations, {}).queryKey, [FARM] as never)
  queryClient.setQueryData(queryOf(api.listChecklists, { query: {} }).queryKey, { checklists: [] } as never)
  const { result } = renderHook(() => useLoadedDrafts(START, { draft: null, isBegun: () => false }), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.loaded).not.toBeNull())
  const first = result.current.loaded?.draft
  expect(first?.values).toMatchObject({ location_id: 1, area_ids: [3], notes: '' })
  await act(() => queryClient.invalidateQueries())
  expect(result.current.loaded?.draft).toBe(first)
})

describe('a form that is on the screen before it is known what was begun here', () => {
  const places = [FARM] as never
  const at = (now: number) => newDraft(START, places, [], { last: NO_LAST, now })
  const plain = at(0)
  const kept = { ...at(0), saved_at: 1, values: { ...plain.values, notes: 'Fan 2' } }
  const found = (draft: typeof plain, earlier: (typeof plain)[]) => ({ draft, earlier, elsewhere: new Set<string>() })

  test('goes on with the draft of before while nobody has written in it', () => {
    expect(goingOnWith(plain, false, found(kept, [kept]))).toEqual(found(kept, [kept]))
  })

  test('stays once somebody has, and offers the draft of before', () => {
    expect(goingOnWith(plain, true, found(kept, [kept]))).toEqual(found(plain, [kept]))
  })

  test('stays where a new one would be the same, a minute later', () => {
    expect(goingOnWith(plain, false, found(at(60_000), []))).toEqual(found(plain, []))
  })

  test('gives way to a new one that begins elsewhere', () => {
    const last = { ...NO_LAST, location_id: 1, area_ids: [3] }
    const elsewhere = newDraft({ ...START, areaId: null }, places, [], { last, now: 0 })
    const nowhere = { ...plain, values: { ...plain.values, area_ids: [] } }
    expect(goingOnWith(nowhere, false, found(elsewhere, [])).draft).toBe(elsewhere)
  })

  test('does not offer itself as one of before, once it was kept', () => {
    expect(goingOnWith(plain, true, found(plain, [plain, kept]))).toEqual(found(plain, [kept]))
  })
})
