import { act, cleanup, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useSelection } from './selection.ts'

afterEach(cleanup)

const rows = (...ids: number[]) => ids.map(id => ({ id }))
const selectionOf = (...ids: number[]) =>
  renderHook(({ found }) => useSelection(found), { initialProps: { found: rows(...ids) } })

test('what is chosen comes in the order of the list, and waits while a filter hides it', () => {
  const { result, rerender } = selectionOf(3, 1, 2)
  expect(result.current.chosen).toBeNull()
  act(() => result.current.begin())
  for (const id of [2, 1, 3]) act(() => result.current.toggle(id, true))
  act(() => result.current.toggle(1, false))
  expect(result.current.chosen).toEqual([3, 2])
  rerender({ found: rows(1, 2) })
  expect(result.current.chosen).toEqual([2])
  rerender({ found: rows(1, 2, 3) })
  expect(result.current.chosen).toEqual([2, 3])
  act(() => result.current.toggleAll([2, 3], false))
  expect(result.current.chosen).toEqual([])
})

test('all and none are of what is shown: what a filter hides stays as it is', () => {
  const { result, rerender } = selectionOf(1, 2)
  act(() => result.current.begin())
  act(() => result.current.toggleAll([1, 2], true))
  rerender({ found: rows(3, 4) })
  act(() => result.current.toggleAll([3, 4], true))
  act(() => result.current.toggle(4, false))
  rerender({ found: rows(1, 2, 3, 4) })
  expect(result.current.chosen).toEqual([1, 2, 3])
})

test('Escape leaves it, but not from a field that is typed in, nor for a dialog that it closes', () => {
  const { result } = selectionOf(1)
  act(() => result.current.begin())
  const field = document.body.appendChild(document.createElement('input'))
  fireEvent.keyDown(field, { key: 'Escape' })
  expect(result.current.chosen).toEqual([])
  field.remove()
  const dialog = document.body.appendChild(document.createElement('div'))
  dialog.setAttribute('role', 'dialog')
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(result.current.chosen).toEqual([])
  dialog.remove()
  fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(result.current.chosen).toEqual([])
  fireEvent.keyDown(document.body, { key: 'Escape' })
  expect(result.current.chosen).toBeNull()
})
