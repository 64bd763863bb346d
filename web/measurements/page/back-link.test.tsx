import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { useChangeSearch, useStepBack } from '../../kit/routing/link.tsx'
import { dataScreen } from '../screens.ts'
import { BackLink } from './back-link.tsx'

afterEach(cleanup)

function Page() {
  const change = useChangeSearch(dataScreen)
  const stepBack = useStepBack('full')
  return (
    <>
      <BackLink />
      <button type="button" onClick={() => void change({ interval: 'week' }, false)}>
        Week
      </button>
      <button type="button" onClick={() => void change({ interval: 'month' }, false)}>
        Month
      </button>
      <button type="button" onClick={() => void change({ type: 'bar' })}>
        Bars
      </button>
      <button type="button" onClick={() => void change({ full: 'nh3' }, false, 'full')}>
        Full screen
      </button>
      <button type="button" onClick={() => stepBack() || void change({ full: undefined })}>
        Close
      </button>
    </>
  )
}

const at = async (...initialEntries: string[]) => {
  const root = createRootRoute({ component: Outlet })
  const page = (path: string, component: () => React.ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component })
  const router = createRouter({
    routeTree: root.addChildren([page('/', () => 'home'), page('/alerts', () => 'alerts'), page('/data/7', Page)]),
    history: createMemoryHistory({ initialEntries }),
  })
  render(<RouterProvider router={router as never} />)
  await screen.findByRole('button', { name: 'Week' })
  const press = async (name: string, address: string) => {
    // The link alone: its name is a key or a text, as tests before this one have loaded texts or not.
    fireEvent.click(name === 'go_back' ? screen.getByRole('link') : screen.getByRole('button', { name }))
    await waitFor(() => expect(router.state.location.href).toBe(address))
  }
  return { router, press }
}

test('leads where somebody came from, past the periods that were looked at', async () => {
  const { router, press } = await at('/', '/alerts', '/data/7')
  await press('Week', '/data/7?interval=week')
  await press('Bars', '/data/7?interval=week&type=bar')
  await press('Month', '/data/7?interval=month&type=bar')
  router.history.back()
  await waitFor(() => expect(router.state.location.href).toBe('/data/7?interval=week&type=bar'))
  await press('go_back', '/alerts')
})

test('leads home where somebody began here, whatever they looked at', async () => {
  const { press } = await at('/data/7')
  await press('Week', '/data/7?interval=week')
  await press('go_back', '/')
})

test('a part that the page opened is closed by a step back, and no step is left of it', async () => {
  const { router, press } = await at('/alerts', '/data/7')
  await press('Full screen', '/data/7?full=nh3')
  await press('Close', '/data/7')
  expect(router.history.location.state.__TSR_index).toBe(1)
  await press('go_back', '/alerts')
})

test('a part that an address opened is closed where it is', async () => {
  const { router, press } = await at('/alerts', '/data/7?full=nh3')
  await press('Close', '/data/7')
  expect(router.history.location.state.__TSR_index).toBe(1)
  await press('go_back', '/alerts')
})
