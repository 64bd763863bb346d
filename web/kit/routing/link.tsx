import {
  Link,
  Navigate,
  type NavigateOptions,
  useNavigate,
  useParams,
  useRouter,
  useSearch,
} from '@tanstack/react-router'
import { type ComponentProps, useCallback, useMemo } from 'react'
import {
  type Address,
  type ParamsOf,
  readValues,
  type SearchFor,
  type SearchOf,
  type Target,
  written,
} from './address.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Index in the history at which the page was opened, where it has added steps of its own. */
    openedAt?: number
    /** Part of the page that this step opened, and that a step back closes. */
    opens?: string
  }
}

/** A target as the router takes it. */
export const routerTargetOf = ({ address, params, search, hash }: Target) => ({
  to: address.path,
  params,
  search,
  hash,
})

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: Target
  /** Properties while the link leads to where somebody is. */
  activeProps?: object
  activeOptions?: { exact?: boolean; includeSearch?: boolean }
  /** Kept with the place in the history. */
  state?: NavigateOptions['state']
}

/** A link to a screen. */
export function ScreenLink({ to, ...rest }: LinkProps) {
  return <Link {...routerTargetOf(to)} {...rest} />
}

/** Gives way to another screen as soon as it is drawn. */
export function Redirect({ to }: { to: Target }) {
  return <Navigate {...routerTargetOf(to)} replace />
}

type How = Pick<NavigateOptions, 'replace' | 'resetScroll' | 'ignoreBlocker'>

/** Goes to a screen. */
export const useGo = (): ((to: Target, how?: How) => Promise<void>) => {
  const navigate = useNavigate()
  return useCallback((to, how) => navigate({ ...routerTargetOf(to), ...how }), [navigate])
}

/** Params of the screen that is open. */
export const useScreenParams = <A extends Address>({ params }: A): ParamsOf<A> => {
  const texts: Record<string, string> = useParams({ strict: false })
  return useMemo(() => readValues(params, texts), [params, texts]) as ParamsOf<A>
}

/** The same for a page that also stands at an address without them. */
export const usePossibleParams = <A extends Address>(address: A): Partial<ParamsOf<A>> => useScreenParams(address)

/** Values behind the question mark. */
export const useScreenSearch = <A extends Pick<Address, 'search'>>({ search }: A): SearchOf<A> => {
  const texts: Record<string, string> = useSearch({ strict: false })
  return useMemo(() => readValues(search, texts), [search, texts])
}

/** The way back to where somebody came from, past all steps that the page has added itself; null where they began here. */
export const useWayBack = (): (() => (() => void) | null) => {
  const { history } = useRouter()
  return useCallback(() => {
    const { __TSR_index: at, openedAt = at } = history.location.state
    return openedAt > 0 ? () => history.go(openedAt - 1 - at) : null
  }, [history])
}

/** Goes one step back where that step opened `part` of the page; tells whether it did. */
export const useStepBack = (part: string): (() => boolean) => {
  const { history } = useRouter()
  return useCallback(() => {
    if (history.location.state.opens !== part) return false
    history.back()
    return true
  }, [history, part])
}

/**
 * Changes some of what stands behind the question mark and stays on the screen. A function is given the newest values:
 * quick taps come before the screen is drawn again. A step that is not replaced may open a part of the page (`opens`).
 */
export const useChangeSearch = <A extends Pick<Address, 'search'>>({ search }: A) => {
  const navigate = useNavigate()
  const { history } = useRouter()
  return useCallback(
    (change: SearchFor<A> | ((before: SearchOf<A>) => SearchFor<A>), replace = true, opens?: string): Promise<void> =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) => {
          const next = typeof change === 'function' ? change(readValues(search, before)) : change
          const cleared = Object.fromEntries(Object.keys(next).map(name => [name, undefined]))
          return { ...before, ...cleared, ...written(search, next) }
        },
        // The secret of a link that was opened stands there.
        hash: true,
        hashScrollIntoView: false,
        replace,
        resetScroll: false,
        state: ({ openedAt, opens: before }) => ({
          openedAt: openedAt ?? (replace ? undefined : history.location.state.__TSR_index),
          opens: opens ?? (replace ? before : undefined),
        }),
      }),
    [navigate, history, search],
  )
}
