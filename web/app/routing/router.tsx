import type { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  type RouterHistory,
  redirect,
  useRouterState,
} from '@tanstack/react-router'
import i18next, { type i18n as I18n } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { ask } from '../../kit/api/api.ts'
import { restoreReads } from '../../kit/api/kept-reads.ts'
import { queryClient, type Read, readAhead } from '../../kit/api/query.ts'
import { readSession, type Session, setUser, type User } from '../../kit/api/session.ts'
import { nextPicture } from '../../kit/browser/next-picture.ts'
import { isTapped, watchTaps } from '../../kit/browser/tap.ts'
import { isServer } from '../../kit/first-paint/first-render.ts'
import { hasScrolled } from '../../kit/first-paint/scrolled.ts'
import { adoptLanguage, loadTexts } from '../../kit/language/language.ts'
import { wantHeadingFocus } from '../../kit/pages/page.tsx'
import { orPartFailed } from '../../kit/pages/part.ts'
import { linkTo, readValues, type Target, written } from '../../kit/routing/address.ts'
import { routerTargetOf } from '../../kit/routing/link.tsx'
import { notFound } from '../../kit/routing/not-found.ts'
import type { PageAddress, Screen } from '../../kit/routing/screen.ts'
import { homeScreen } from '../../locations/screens.ts'
import { PageLoading } from '../../ui/feedback/page-loading.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import { profileScreen, signInScreen } from '../../users/screens.ts'
import { keepScrollOnce, rememberNavigation, scrollKeyOf } from '../navigation/remember.ts'
import { NotFoundPage } from '../shell/not-found.tsx'
import { PageFailed } from '../shell/page-failed.tsx'
import { loadShell, Open } from '../shell/page-frame.tsx'
import { useNoWayOut } from '../shell/way-out.ts'
import { SCREENS } from './all-screens.ts'
import { isNowhere, verdictOn } from './guard.ts'

/** Parts of the product that a browser has one of, and the server one for each request. */
export interface Visit {
  queryClient: QueryClient
  i18n: I18n
  session: () => Session
}

/** Values behind the question mark, as text. */
type LocationSearch = Readonly<Record<string, string | undefined>>

/** ms. Whoever has been here before does not wait longer for a network that may have been lost without a word. */
const ANSWER_SOON = 2000

/** Tells whether the call may succeed later: it was not refused; nobody answers, or the server cannot just now. */
const mayYet = (failure: unknown): boolean =>
  failure instanceof CallFailed && (failure.status === 0 || failure.status >= 500)

/** Begins as somebody who was found to be signed in; not where the session has ended meanwhile, as by another tab. */
const enterAs = async (user: User, token: string | null): Promise<void> => {
  if (readSession().token !== token) return
  setUser(user)
  await adoptLanguage(user.locale)
}

/**
 * Finds out who is signed in: by the server's word, or, where that is late, by what was kept here at the last read; the
 * server's word then follows.
 */
const validate = async (queryClient: QueryClient): Promise<void> => {
  const { token } = readSession()
  const answer = ask(api.authenticate, {})
  const late = new Promise<null>(resolve => setTimeout(() => resolve(null), ANSWER_SOON))
  const user = await Promise.race([answer, late]).catch(failure => {
    if (mayYet(failure)) return null
    throw failure
  })
  if (user) return enterAs(user, token)
  const known = await restoreReads(queryClient)
  if (!known) return enterAs(await answer, token)
  await enterAs(known, token)
  void answer.then(
    now => void enterAs(now, token),
    // A refusal has ended the session; without an answer it stays as it is.
    () => undefined,
  )
}

/** Leads elsewhere, in the language that the address asks for: whoever is led on wanted it no less. */
const ledTo = ({ locale }: LocationSearch, target: Target, replace?: true) => {
  const { search, ...to } = routerTargetOf(target)
  return redirect({ ...to, search: locale ? { ...search, locale } : search, replace })
}

/** Confirms a new address for somebody signed in who opens the link mailed to it; the profile says how that went. */
const confirmAddress = async (search: LocationSearch, token: string) => {
  const msg = await ask(api.verifyEmail, { body: { token } }).then(
    () => 'email_verified',
    failure => {
      if (failure instanceof CallFailed && failure.code === 'invalid_code') return 'link_not_valid'
      throw failure
    },
  )
  return ledTo(search, linkTo(profileScreen, { search: { msg } }))
}

const enter = async (
  visit: Visit,
  screen: Screen,
  location: Pick<ParsedLocation, 'href' | 'search'>,
): Promise<void> => {
  const search: LocationSearch = location.search
  const { token } = readValues(signInScreen.search, search)
  const verdict = () => verdictOn(screen.who, visit.session(), location.href)
  if (verdict().do === 'validate')
    await validate(visit.queryClient).catch(failure => {
      // Refused, they are a stranger; without an answer only what is for everyone opens.
      if (visit.session().token !== null && screen.who !== 'everyone') throw failure
    })
  const final = verdict()
  if (final.do === 'home') throw token ? await confirmAddress(search, token) : ledTo(search, linkTo(homeScreen))
  if (final.do === 'signIn') throw ledTo(search, linkTo(signInScreen, { search: { redirectFrom: final.redirectFrom } }))
}

/** Asks for what the page reads; that its script did not come is for the page itself to say. */
const readFor = async (client: QueryClient, screen: Screen, address: PageAddress, opening: boolean): Promise<void> => {
  const page = await screen.page().catch(() => null)
  await readAhead(client, page?.reads?.(address) ?? [], opening)
}

/** Texts and reads of a screen, and whether it opens with other params instead. The server has read before it renders. */
const prepare = async (
  { i18n, queryClient }: Visit,
  screen: Screen,
  at: PageAddress,
  opening: boolean,
): Promise<void> => {
  const params = readValues(screen.params, at.params)
  const search = readValues(screen.search, at.search)
  const [instead] = await Promise.all([
    isServer ? undefined : screen.instead?.({ client: queryClient, params, search }),
    isServer ? undefined : readFor(queryClient, screen, at, opening),
    loadTexts(i18n, screen.texts ?? []),
  ])
  if (instead) throw redirect({ to: screen.path, params: written(screen.params, instead), search: true, replace: true })
}

if (!isServer) watchTaps()

/**
 * Tells whether the product answers on this page already. Going on from there begins after the next picture: what has been
 * read is there at once, and all of the new page would be drawn within the tap, which shows nothing meanwhile.
 */
const isOpen = (): boolean => !isServer && document.documentElement.dataset.ready !== undefined

const root = createRootRouteWithContext<Visit>()()
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: lazyRouteComponent(loadShell) })
const open = createRoute({ getParentRoute: () => root, id: 'open', component: Open })

const routeOf = (screen: Screen) =>
  createRoute({
    getParentRoute: () => (screen.who === 'signedIn' ? shell : open),
    path: screen.path,
    staticData: { screen },
    beforeLoad: async ({ context, location, params, preload }) => {
      if (!preload && isOpen() && isTapped()) await nextPicture()
      await enter(context, screen, location)
      if (isNowhere(screen, params)) throw ledTo(location.search, notFound(screen.names), true)
    },
    loader: ({ context, params, location, cause }) =>
      prepare(context, screen, { params, search: location.search as PageAddress['search'] }, cause === 'enter'),
    notFoundComponent: NotFoundPage,
    // A failure of the router's own kind would load the page anew, also without a network.
    component: lazyRouteComponent(() => orPartFailed(screen.page())),
  })

const screens = (inShell: boolean) => SCREENS.filter(({ who }) => (who === 'signedIn') === inShell).map(routeOf)

function NotHere() {
  const { t } = useTranslation()
  return t('not_found.page')
}

/** Any other address leads home (specification §2), which says why. */
const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: ({ location }) => {
    showToast({ id: 'unknown-address', message: <NotHere /> })
    throw ledTo(location.search, linkTo(homeScreen), true)
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

const PENDING = 300

/** The very first screen has been waited for since the page was asked for, scripts and all. */
function Pending() {
  useNoWayOut()
  const first = useRouterState({ select: state => state.resolvedLocation === undefined })
  const [already] = useState(() => (first ? performance.now() : PENDING))
  return <PageLoading already={already} />
}

/** `history` is where the addresses are, unless they are the browser's. */
export const routerOn = (visit: Visit, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: visit,
    ...(history && { history }),
    defaultPendingMs: PENDING,
    defaultPendingMinMs: 0,
    defaultPendingComponent: Pending,
    defaultErrorComponent: PageFailed,
    // The server would send a script along, and how far its HTML has been scrolled stays. Where a page stands is asked last, as
    // the browser lays it out anew to tell.
    scrollRestoration: isServer
      ? false
      : () => document.documentElement.dataset.ready !== undefined || window.scrollY === 0,
    getScrollRestorationKey: scrollKeyOf,
    parseSearch,
    stringifySearch,
  })
export type ProductRouter = ReturnType<typeof routerOn>

/**
 * The router notes how far a page was scrolled only if it heard of it since that page was drawn, and what was scrolled a
 * moment before it forgets: it hears of it once more when the page is left.
 */
const tellScrolled = (): void => {
  if (window.scrollY > 0 || hasScrolled()) document.dispatchEvent(new Event('scroll'))
}

/** Follows the one router of a browser. */
export const watchRouter = (router: ProductRouter): void => {
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) wantHeadingFocus()
  })
  rememberNavigation(router)
  keepScrollOnce(router)
  router.subscribe('onBeforeNavigate', tellScrolled)
  window.addEventListener('pagehide', tellScrolled, { capture: true })
}

/** The screen at the address of a router, with its params and search as text. */
const addressedScreen = (router: ProductRouter): (PageAddress & { screen: Screen }) | undefined => {
  const { staticData, params = {}, search = {} } = router.matchRoutes(router.latestLocation).at(-1) ?? {}
  return staticData?.screen && { screen: staticData.screen, params, search: search as PageAddress['search'] }
}

/** Reads that the server renders the screen of an address from. */
export const readsAt = async (href: string): Promise<readonly Read[]> => {
  const visit = { queryClient, i18n: i18next, session: readSession }
  const addressed = addressedScreen(routerOn(visit, createMemoryHistory({ initialEntries: [href] })))
  if (!addressed) return []
  const { screen } = addressed
  const [page, shell] = await Promise.all([screen.page(), screen.who === 'signedIn' ? loadShell() : null])
  const reads = [page.reads, page.shows, shell?.shows].flatMap(readsOf => readsOf?.(addressed) ?? [])
  return [...new Map(reads.map(read => [JSON.stringify(read.queryKey), read])).values()]
}

/** Fetches the screen of an address while texts and session are still on their way. Returns the files of texts it needs. */
export const preloadScreen = (router: ProductRouter): readonly string[] => {
  const open = addressedScreen(router)?.screen
  const screen = open?.who === 'signedIn' && !readSession().token ? signInScreen : open
  if (!screen) return []
  if (screen.who === 'signedIn') void loadShell()
  void screen.page()
  return screen.texts ?? []
}
