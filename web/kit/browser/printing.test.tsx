import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { observeNoSizes } from '../../testing/no-layout.ts'
import { useWindowedGroups } from './windowed-groups.ts'

beforeAll(observeNoSizes)
afterEach(cleanup)

function List({ count }: { count: number }) {
  const { element, drawn, whole, moved } = useWindowedGroups({
    groups: [{ key: 'all', head: false, lines: count }],
    guess: { head: 0, line: 100 },
    gap: 0,
  })
  return (
    <div ref={element} style={whole}>
      <ul style={moved}>
        {drawn[0]?.lines.map(({ line, props }) => (
          <li key={line} {...props}>
            {line}
          </li>
        ))}
      </ul>
    </div>
  )
}

test('of a long list a part is on the screen, and all of it on paper', () => {
  render(<List count={200} />)
  const before = screen.getAllByRole('listitem').length
  expect(before).toBeLessThan(40)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(screen.getAllByRole('listitem')).toHaveLength(200)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(screen.getAllByRole('listitem').length).toBeLessThan(40)
})

test('a short list is drawn as a whole', () => {
  render(<List count={20} />)
  expect(screen.getAllByRole('listitem')).toHaveLength(20)
})
