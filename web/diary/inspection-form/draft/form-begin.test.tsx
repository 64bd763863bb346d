import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { queryClient, queryOf } from '../../../kit/api/query.ts'
import { type Start, useLoadedDrafts } from './form-begin.ts'

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
  const { result } = renderHook(() => useLoadedDrafts(START), {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.loaded).not.toBeNull())
  const first = result.current.loaded?.draft
  expect(first?.values).toMatchObject({ location_id: 1, area_ids: [3], notes: '' })
  await act(() => queryClient.invalidateQueries())
  expect(result.current.loaded?.draft).toBe(first)
})
