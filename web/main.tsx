import '@fontsource-variable/inter/opsz.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/base.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { watchForVersions } from './app/new-version.ts'
import { NewVersionNotice } from './app/new-version-notice.tsx'
import { fetchEarly, router } from './app/router.tsx'
import { listenForInstall } from './kit/install.ts'
import { keepReads } from './kit/kept-reads.ts'
import { startLanguage } from './kit/language.ts'
import { queryClient } from './kit/query.ts'
import { onSessionEnd } from './kit/session.ts'
import { cssVariablesResolver, theme } from './ui/theme.ts'

onSessionEnd(how => {
  // Who was put out comes back to where they were.
  const search = how === 'refused' ? { msg: 'signed_out', redirectFrom: router.state.location.href } : {}
  void router.navigate({ to: '/sign-in', search: search as never, replace: true }).then(() => queryClient.clear())
})

keepReads(queryClient)
listenForInstall()
watchForVersions()
await startLanguage(fetchEarly())

router.subscribe('onResolved', () => document.getElementById('boot')?.remove())

const element = document.getElementById('root')
if (element) {
  createRoot(element).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <NewVersionNotice />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
