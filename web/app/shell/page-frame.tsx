import { Outlet, useMatches } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBreadcrumbs } from '../../kit/pages/page.tsx'
import { lazyPart } from '../../kit/pages/part.ts'
import type { Screen } from '../../kit/routing/screen.ts'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'

/** The bars are not fetched before somebody has signed in. */
export const loadShell = () => import('./layout.tsx')
const Shell = lazyPart(loadShell)

export const useScreen = (): Screen | undefined => useMatches({ select: matches => matches.at(-1)?.staticData.screen })

/** Names the window after the page. Apart from what it stands in, which is not drawn again for it. */
export function WindowTitle({ screen }: { screen: Screen | undefined }) {
  const { t } = useTranslation()
  const own = useBreadcrumbs().at(-1)
  const page = own ?? (screen && t(`title.${screen.title}`))
  useEffect(() => {
    // A page gives itself its name just after it is drawn: the window is named once for both.
    const named = setTimeout(() => {
      document.title = page ? `${page} · Barnometer` : 'Barnometer'
    })
    return () => clearTimeout(named)
  }, [page])
  return null
}

export function PageOutlet() {
  return (
    <Suspense fallback={<PageLoading />}>
      <Outlet />
    </Suspense>
  )
}

/** Around the screens that need no sign-in: nothing where somebody signs in, else the shell. */
export function Open() {
  const screen = useScreen()
  if (screen?.who === 'everyone' && !screen.bare) return <Shell />
  return (
    <>
      <WindowTitle screen={screen} />
      <PageOutlet />
    </>
  )
}
