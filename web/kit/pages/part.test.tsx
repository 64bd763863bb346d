import { cleanup, render, screen } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'
import { lazyPart } from './part.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Fails as often as said, then comes. */
const aPart = (failures: number) => {
  let asked = 0
  const load = async () => {
    asked++
    if (asked <= failures) throw new Error('no network')
    return { default: ({ text }: { text: string }) => <p>{text}</p> }
  }
  return { Part: lazyPart(load), asked: () => asked }
}

function Page({ onFailed, children }: { onFailed: () => void; children: ReactNode }) {
  const [opened, setOpened] = useState(false)
  const close = () => {
    onFailed()
    setOpened(false)
  }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Find
      </button>
      <LazyOverlay when={opened} onFailed={close}>
        {() => children}
      </LazyOverlay>
    </>
  )
}

test('a part that did not come is asked for again when it is wanted again, and is told of', async () => {
  const { Part, asked } = aPart(1)
  const failed = vi.fn()
  render(
    <Page onFailed={failed}>
      <Part text="search" />
    </Page>,
  )
  screen.getByRole('button').click()
  await vi.waitFor(() => expect(failed).toHaveBeenCalledOnce())
  screen.getByRole('button').click()
  expect(await screen.findByText('search')).toBeDefined()
  expect(asked()).toBe(2)
})

test('a menu that does not come leaves the page and its button, which asks again', async () => {
  const { Part } = aPart(1)
  render(
    <main>
      <p>readings</p>
      <MenuButton
        target={<button type="button">Compare</button>}
        menu={target => (
          <>
            {target}
            <Part text="the day before" />
          </>
        )}
      />
    </main>,
  )
  const press = () => screen.getByRole('button', { name: 'Compare' }).click()
  press()
  await vi.waitFor(() => expect(console.error).toHaveBeenCalled())
  expect(screen.getByText('readings')).toBeDefined()
  await vi.waitFor(() => expect(screen.getByRole('button').getAttribute('aria-expanded')).toBe('false'))
  press()
  expect(await screen.findByText('the day before')).toBeDefined()
})

test('what has come stays as it is, whatever is drawn around it', async () => {
  const { Part, asked } = aPart(0)
  const draw = (text: string) => (
    <LazyBoundary>
      <Part text={text} />
    </LazyBoundary>
  )
  const { rerender } = render(draw('one'))
  await screen.findByText('one')
  rerender(draw('two'))
  expect(await screen.findByText('two')).toBeDefined()
  expect(asked()).toBe(1)
})
