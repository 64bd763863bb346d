import '@fontsource-variable/inter/opsz.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import './ui/theme/base.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { watchWhoLeft } from './app/navigation/leave.ts'
import { Product } from './app/product.tsx'
import { completeWithin, fetchEarly, router } from './app/routing/router.tsx'
import { handOver, removeSketch } from './app/take-over.ts'
import { watchForVersions } from './app/updates/new-version.ts'
import { goWhereNotified } from './app/updates/notified.ts'
import { persistReads } from './kit/api/kept-reads.ts'
import { queryClient, readBegun } from './kit/api/query.ts'
import { onSessionEnd } from './kit/api/session.ts'
import { listenForInstall } from './kit/browser/install.ts'
import { startLanguage } from './kit/language/language.ts'
import { linkTo } from './kit/routing/address.ts'
import { routerTargetOf } from './kit/routing/link.tsx'
import { signInScreen } from './users/screens.ts'

declare global {
  interface Window {
    barnometerBegin?: () => Promise<void>
  }
}

onSessionEnd(how => {
  // A person who was put out comes back to where they were.
  const search = how === 'refused' ? { msg: 'signed_out', redirectFrom: router.state.location.href } : {}
  const signIn = routerTargetOf(linkTo(signInScreen, { search }))
  void router.navigate({ ...signIn, replace: true }).then(() => queryClient.clear())
})

persistReads(queryClient)
listenForInstall()
watchForVersions()
watchWhoLeft()
goWhereNotified(router)

const nextTask = () => new Promise<void>(resolve => setTimeout(resolve))

const begin = async (): Promise<void> => {
  await startLanguage(fetchEarly())
  // Drawn once and whole instead of in waves.
  const complete = readBegun()
    .then(nextTask)
    .then(() => router.load())
  await Promise.race([complete, new Promise(resolve => setTimeout(resolve, completeWithin()))])
  const element = document.getElementById('root')
  if (!element) return
  // In a transition, so that the browser can do something else in between.
  startTransition(() =>
    createRoot(element).render(
      <StrictMode>
        <Product router={router} onShown={removeSketch} onReady={handOver} />
      </StrictMode>,
    ),
  )
}

// The early script calls it once it has run all parts of the first screen, each in a task of its own.
if (import.meta.env.DEV) void begin()
else window.barnometerBegin = begin
