import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterContextProvider,
} from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { queryClient } from '../kit/api/query.ts'

interface Options {
  /** Answers that were read before. */
  client?: QueryClient
  /** Address the page is at. */
  path?: string
}

/** Renders a page or a part of one as the product does, within its providers; the screen is a phone's. */
export const renderPage = (page: ReactNode, { client = queryClient, path = '/' }: Options = {}) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  const root = createRootRoute({ component: Outlet })
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '$' })]),
    history: createMemoryHistory({ initialEntries: [path] }),
  })
  return render(page, {
    wrapper: ({ children }) => (
      <MantineProvider>
        <QueryClientProvider client={client}>
          <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
        </QueryClientProvider>
      </MantineProvider>
    ),
  })
}
