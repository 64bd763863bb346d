import { Link, Navigate, type NavigateOptions, useNavigate, useParams, useSearch } from '@tanstack/react-router'
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

/**
 * Changes some of what stands behind the question mark and stays on the screen. A function is given the newest values:
 * quick taps come before the screen is drawn again.
 */
export const useChangeSearch = <A extends Pick<Address, 'search'>>({ search }: A) => {
  const navigate = useNavigate()
  return useCallback(
    (change: SearchFor<A> | ((before: SearchOf<A>) => SearchFor<A>), replace = true): Promise<void> =>
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
      }),
    [navigate, search],
  )
}
