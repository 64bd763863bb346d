import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useLayoutEffect } from 'react'
import { queryClient } from '../kit/api/query.ts'
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts'
import type { router as Router } from './routing/router.tsx'
import { NewVersionNotice } from './updates/new-version-notice.tsx'

interface Props {
  router: typeof Router
  /** Called before the first screen is painted. */
  onShown?: () => void
  /** Called once the first screen hears what is done to it. */
  onReady?: () => unknown
}

/** All of the product, at the address `router` stands at. */
export function Product({ router, onShown, onReady }: Props) {
  useLayoutEffect(() => onShown?.(), [onShown])
  useEffect(() => void onReady?.(), [onReady])
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <NewVersionNotice />
      </QueryClientProvider>
    </MantineProvider>
  )
}
