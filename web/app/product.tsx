import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, useEffect, useState } from 'react'
import { I18nextProvider } from 'react-i18next'
import { type FirstRender, FirstRenderContext } from '../kit/first-paint/first-render.ts'
import { theme } from '../ui/theme/theme.ts'
import type { ProductRouter } from './routing/router.tsx'
import { NewVersionNotice } from './updates/new-version-notice.tsx'

interface Props {
  router: ProductRouter
  /** Facts the server rendered the first screen with, on the server and in the browser; none where it did not. */
  first?: FirstRender | null
  /** Called once the first screen hears what is done to it. */
  onReady?: () => void
}

/** All of the product, at the address `router` stands at. */
export function Product({ router, first = null, onReady }: Props) {
  const { queryClient, i18n } = router.options.context
  const [facts, setFacts] = useState(first)
  useEffect(() => onReady?.(), [onReady])
  // In a transition: a store that changes with hydration would render the whole screen again in one task.
  useEffect(() => startTransition(() => setFacts(null)), [])
  return (
    <FirstRenderContext value={facts}>
      <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} defaultColorScheme="auto">
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <NewVersionNotice />
          </QueryClientProvider>
        </I18nextProvider>
      </MantineProvider>
    </FirstRenderContext>
  )
}
