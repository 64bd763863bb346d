import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { forgetKey, rememberKey, useNewKey } from './new-keys.ts'

test('a key that ended is forgotten, and a newer one of its device stays', () => {
  const { result } = renderHook(() => useNewKey(7))
  expect(result.current).toBeNull()
  act(() => rememberKey(7, { id: 1, key: 'bm_first' }))
  act(() => rememberKey(7, { id: 2, key: 'bm_second' }))
  act(() => forgetKey(7, 1))
  expect(result.current).toMatchObject({ id: 2, key: 'bm_second' })
  act(() => forgetKey(7, 2))
  expect(result.current).toBeNull()
})
