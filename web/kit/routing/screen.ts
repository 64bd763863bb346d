import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Texts } from '#shared/locales/texts.ts'
import type { Read } from '../api/query.ts'
import type { Address, ParamNames, ParamsOf, SearchOf } from './address.ts'
import type { Resource } from './not-found.ts'
import type { Parser, Schema } from './parsers.ts'

/** `everyone`: open always · `visitor`: only before signing in · `signedIn`: only after. */
export type Who = 'everyone' | 'visitor' | 'signedIn'

export type Tab = 'locations' | 'data' | 'emission' | 'diary' | 'planning' | 'alerts'

/** Groups of the drawer; the first has no heading. */
export type DrawerGroup = 'locations' | 'data' | 'emission' | 'diary' | 'planning' | 'alerts' | 'research' | 'info'

/** Rules for who sees an entry (visibility.ts). */
export type WhoSees =
  | 'everyone'
  | 'signedIn'
  | 'admin'
  | 'pro-analysis'
  | 'research-analysis'
  | 'emission'
  | 'research'
  | 'alertRules'

/** Key below `title` in app.json. */
export type Title = keyof Texts['app']['title']

export interface DrawerEntry {
  group: DrawerGroup
  /** Place in the group, from top to bottom. */
  order: number
  icon: ComponentType<{ size?: number; stroke?: number }>
  /** People who see it; without it everybody who is signed in. */
  who?: WhoSees
  /** A number at its right. */
  counts?: 'silent_devices'
}

/** Params and search of an address, as text. */
export interface PageAddress {
  params: Readonly<Record<string, string | undefined>>
  search: Readonly<Record<string, string | undefined>>
}

/** Module of a page. */
export interface PageModule {
  /** Component without properties. */
  default: () => void
  /** Reads the page is drawn from. It is drawn when they have come; one that fails stands in its place. */
  reads?: (address: PageAddress) => readonly Read[]
  /** Reads the page shows once they have come, and does not wait for: a first visit is rendered with their answers. */
  shows?: (address: PageAddress) => readonly Read[]
}

/** Facts a screen may decide by before it is drawn. */
export interface Opening<A extends Address> {
  client: QueryClient
  params: ParamsOf<A>
  search: SearchOf<A>
}

interface Described<A extends Address> {
  /** Loaded when the screen is opened; the page is the module's default export, a component without properties. */
  page: () => Promise<PageModule>
  who: Who
  /** The params to open it with instead, where they are known without asking anybody. */
  instead?(opening: Opening<A>): Promise<ParamsOf<A> | undefined>
  /** Drawn without top bar and tabs, also for somebody who is signed in. */
  bare?: true
  /** Drawn without top bar and tabs on the phone: it has an action bar, and its own way out. */
  alone?: true
  /** The tab that is lit. */
  tab?: Tab
  title: Title
  /** Path of the screen above it in the breadcrumb; a test finds one that is not there. */
  parent?: string
  /** Its line in the drawer, which the search finds too. */
  drawer?: DrawerEntry
  /** Found by the search although it is not in the drawer. */
  found?: true
  /** The thing its id names, for the page that says it is not there. */
  names?: Resource
  /** Files of texts the page needs besides app, ui and form. */
  texts?: readonly (keyof Texts)[]
}

/** A screen is one record: its address, its page, and where one finds it. */
export interface Screen<Path extends string = string, Params extends Schema = Schema, Search extends Schema = Schema>
  extends Address<Path, Params, Search>,
    Described<Address<Path, Params, Search>> {}

type NoNames = Record<never, never>

type Input<Path extends string, Params extends Schema, Search extends Schema> = Described<
  Address<Path, Params, Search>
> & { path: Path; params?: Params; search?: Search } & ([ParamNames<Path>] extends [never]
    ? { params?: undefined }
    : { params: Readonly<Record<ParamNames<Path>, Parser<unknown>>> })

/** Describes a screen; links, params and search are typed from what is returned. */
export const defineScreen = <
  const Path extends string,
  Params extends Schema = NoNames,
  Search extends Schema = NoNames,
>(
  screen: Input<Path, Params, Search>,
): Screen<Path, Params, Search> => ({ params: {} as Params, search: {} as Search, ...screen })
