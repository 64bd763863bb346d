import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
  redirect,
  useRouterState,
} from '@tanstack/react-router'
import i18next from 'i18next'
import { CallFailed } from '../../shared/contract/call.ts'
import { api } from '../../shared/contract/index.ts'
import { ask } from '../kit/api.ts'
import { isSketching } from '../kit/drawn.ts'
import { restoreReads } from '../kit/kept-reads.ts'
import { adoptLanguage } from '../kit/language.ts'
import { wantHeadingFocus } from '../kit/page.tsx'
import { queryClient } from '../kit/query.ts'
import { readSession, setUser } from '../kit/session.ts'
import { PageLoading } from '../ui/page-loading.tsx'
import { verdictOn } from './guard.ts'
import { PageFailed } from './page-failed.tsx'
import { loadShell, Open } from './page-frame.tsx'
import { rememberNavigation, scrollKeyOf } from './remember.ts'
import { SCREENS } from './routes.tsx'
import type { Screen } from './screens.ts'

/** Who it was when somebody last read here, if nobody answers now. */
const knownFrom = async (failure: unknown) => {
  const user = failure instanceof CallFailed && failure.status === 0 ? await restoreReads(queryClient) : null
  if (!user) throw failure
  return user
}

const validate = async (): Promise<void> => {
  const user = await ask(api.authenticate, {}).catch(knownFrom)
  setUser(user)
  await adoptLanguage(user.locale)
}

/** Somebody signed in who opens the link mailed to a new address: it is confirmed, and the profile says how that went. */
const confirmAddress = async (token: string) => {
  const msg = await ask(api.verifyEmail, { body: { token } }).then(
    () => 'email_verified',
    failure => {
      if (failure instanceof CallFailed && failure.code === 'invalid_code') return 'link_not_valid'
      throw failure
    },
  )
  return redirect({ to: '/profile', search: { msg } })
}

const enter = async (screen: Screen, href: string, token: string | undefined): Promise<void> => {
  const verdict = () => verdictOn(screen.who, readSession(), href)
  if (verdict().do === 'validate')
    await validate().catch(failure => {
      // Refused, they are a stranger; without an answer only what is for everyone opens.
      if (readSession().token !== null && screen.who !== 'everyone') throw failure
    })
  const final = verdict()
  if (final.do === 'home') throw token ? await confirmAddress(token) : redirect({ to: '/' })
  if (final.do === 'signIn') throw redirect({ to: '/sign-in', search: { redirectFrom: final.redirectFrom } })
}

const prepare = async (screen: Screen, params: { id?: string }): Promise<void> => {
  const instead = isSketching ? undefined : screen.instead?.(params)
  const [address] = await Promise.all([instead, i18next.loadNamespaces([...(screen.texts ?? [])])])
  if (address) throw redirect({ to: address, search: true, replace: true } as never)
}

const root = createRootRoute()
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: lazyRouteComponent(loadShell) })
const open = createRoute({ getParentRoute: () => root, id: 'open', component: Open })

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.who === 'signedIn' ? shell : open),
    path: screen.path,
    staticData: { screen },
    beforeLoad: ({ location }) => enter(screen, location.href, (location.search as { token?: string }).token),
    loader: ({ params }) => prepare(screen, params),
    component: lazyRouteComponent(screen.page),
  })

const screens = (inShell: boolean) => SCREENS.filter(({ who }) => (who === 'signedIn') === inShell).map(routeOf)

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** Search values stay the text they are in the address. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))
const stringifySearch = (search: Record<string, unknown>) => {
  const kept = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(kept.map(([name, value]) => [name, String(value)])).toString()
  return text && `?${text}`
}

const routeTree = root.addChildren([shell.addChildren(screens(true)), open.addChildren(screens(false)), unknown])

/** ms. A screen that is not complete by then begins with what says so. */
export const COMPLETE_WITHIN = 1000
const PENDING = 300

/** The very first screen has been waited for before anything was drawn. */
function Pending() {
  const first = useRouterState({ select: state => state.resolvedLocation === undefined })
  return <PageLoading already={first ? COMPLETE_WITHIN : PENDING} />
}

/** `history` is where the addresses are, unless they are the browser's. */
export const routerOn = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    defaultPendingMs: PENDING,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: PageFailed,
    // How far a sketch has been scrolled stays.
    scrollRestoration: () => !window.scrollY || !document.getElementById('sketch'),
    getScrollRestorationKey: scrollKeyOf,
    parseSearch,
    stringifySearch,
  })

export const router = routerOn()

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) wantHeadingFocus()
})

rememberNavigation(router)

// The router forgets what was scrolled before it had drawn: it is told again.
router.subscribe('onRendered', () => void (window.scrollY > 0 && document.dispatchEvent(new Event('scroll'))))

/** Fetches the screen of an address while texts and session are still on their way. Returns the files of texts it needs. */
export const fetchEarly = (): readonly string[] => {
  const open = router.matchRoutes(router.latestLocation).at(-1)?.staticData.screen
  const screen = open?.who === 'signedIn' && !readSession().token ? SCREENS[0] : open
  if (!screen) return []
  if (screen.who === 'signedIn') void loadShell()
  void screen.page()
  return screen.texts ?? []
}
