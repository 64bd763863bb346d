import { useDisclosure } from '@mantine/hooks'
import { useMatches } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { ALERT_SUMMARY } from '../../alerts/list/open-alerts.ts'
import { openHelp } from '../../help/screen-help/opened.ts'
import { ScreenHelp } from '../../help/screen-help/screen-help.tsx'
import { queryOf } from '../../kit/api/query.ts'
import { useSession } from '../../kit/api/session.ts'
import { useLostSince } from '../../kit/browser/connection.ts'
import { useIsDesktop } from '../../kit/browser/is-desktop.ts'
import { lazyPart } from '../../kit/pages/part.ts'
import { RESEARCH_SUMMARY } from '../../kit/routing/viewer.ts'
import { useClockOff } from '../../kit/time/now.ts'
import { ToastHost } from '../../ui/feedback/toast-host.tsx'
import { LazyBoundary } from '../../ui/overlays/lazy-boundary.tsx'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import { useFirstReads } from '../routing/first-reads.ts'
import { useKeys } from '../shortcuts/use-keys.ts'
import { ClockBar } from './clock-bar.tsx'
import { useHeadroom } from './headroom.ts'
import classes from './layout.module.css'
import { OfflineBar } from './offline-bar.tsx'
import { PageOutlet, useScreen, WindowTitle } from './page-frame.tsx'
import { Tabs } from './tabs.tsx'
import { TopBar } from './top-bar.tsx'
import { useOutboxWatch } from './use-outbox.ts'
import { useWatch } from './use-watch.ts'
import { useHasNoWayOut } from './way-out.ts'

const SideDrawer = lazyPart(() => import('../drawer/drawer.tsx'))
const KeysDialog = lazyPart(() => import('../shortcuts/keys-dialog.tsx'))
const SearchDialog = lazyPart(() => import('../search/search-dialog.tsx'))
const InstallPrompt = lazyPart(() => import('../updates/install-prompt.tsx'))

/** ms. Nobody is asked anything before they have seen what they came for, and nobody who only looks. */
const SETTLED = 30_000
const USED = ['pointerdown', 'keydown'] as const

function Settled({ children }: { children: ReactNode }) {
  const [settled, setSettled] = useState(false)
  useEffect(() => {
    const used = new AbortController()
    const timer = setTimeout(() => {
      const settle = () => setSettled(true)
      if (navigator.userActivation?.hasBeenActive) settle()
      else for (const event of USED) window.addEventListener(event, settle, { once: true, signal: used.signal })
    }, SETTLED)
    return () => {
      clearTimeout(timer)
      used.abort()
    }
  }, [])
  return settled && <LazyBoundary>{children}</LazyBoundary>
}

/** Page while it is not known who is signed in: empty, or the error where that could not be found out. */
function Unknown() {
  const failed = useMatches({ select: matches => matches.some(({ status }) => status === 'error') })
  return failed ? (
    <main id="main">
      <PageOutlet />
    </main>
  ) : null
}

const BAR = 56
const OFFLINE = 36

/** The tabs somebody sees follow from their devices and research; the number at one is that of the open alerts. */
export const shows = () => [
  queryOf(api.listSensors, {}),
  { ...RESEARCH_SUMMARY, optional: true as const },
  ALERT_SUMMARY,
]

/** Around every screen behind the guard and those open to everyone: top bar, tabs or rail once signed in, drawer. */
export default function Shell() {
  const { t } = useTranslation()
  const screen = useScreen()
  const { user } = useSession()
  const pinned = useHeadroom(BAR)
  const isDesktop = useIsDesktop()
  const since = useLostSince()
  const clockOff = useClockOff()
  const [drawerOpen, drawer] = useDisclosure(false)
  const [keysOpen, keys] = useDisclosure(false)
  const [searchOpen, search] = useDisclosure(false)
  const openSearch = () => user && search.open()
  useFirstReads(user !== null)
  useWatch(user !== null)
  useOutboxWatch(user !== null)
  useKeys({ keys: keys.open, search: openSearch, help: openHelp })
  const hasNoWayOut = useHasNoWayOut()
  if (!user && screen?.who !== 'everyone') return <Unknown />
  const alone = screen?.alone === true && !isDesktop && !hasNoWayOut
  const hidden = !pinned && !isDesktop && !alone
  // Top edge of what sticks below the bars.
  const top = (hidden || alone ? 0 : BAR) + (since === null ? 0 : OFFLINE) + (clockOff === 0 ? 0 : OFFLINE)
  return (
    <div
      className={classes.shell}
      data-visitor={!user || undefined}
      data-alone={alone || undefined}
      style={{ '--bm-top': `${top}px` } as CSSProperties}
    >
      <WindowTitle screen={screen} />
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      <div className={classes.top} data-hidden={hidden || undefined}>
        {!alone && <TopBar screen={screen} onMenu={drawer.open} onSearch={openSearch} />}
        {since !== null && <OfflineBar since={since} />}
        {clockOff !== 0 && <ClockBar off={clockOff} />}
      </div>
      {user && !alone && <Tabs active={screen?.tab} />}
      <main id="main" className={classes.main} tabIndex={-1}>
        <PageOutlet />
      </main>
      <LazyOverlay when={drawerOpen} onFailed={drawer.close}>
        {opened => (
          <SideDrawer
            opened={opened}
            onClose={drawer.close}
            onKeys={() => {
              drawer.close()
              keys.open()
            }}
          />
        )}
      </LazyOverlay>
      <ToastHost />
      <LazyOverlay when={searchOpen} onFailed={search.close}>
        {opened => <SearchDialog opened={opened} onClose={search.close} />}
      </LazyOverlay>
      <ScreenHelp screen={screen} />
      {user && !isDesktop && since === null && (
        <Settled>
          <InstallPrompt />
        </Settled>
      )}
      <LazyOverlay when={keysOpen} onFailed={keys.close}>
        {opened => <KeysDialog opened={opened} onClose={keys.close} />}
      </LazyOverlay>
    </div>
  )
}
