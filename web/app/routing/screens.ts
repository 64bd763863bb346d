import type { ComponentType } from 'react'
import type { Texts } from '#shared/locales/texts.ts'
import type { Read } from '../../kit/api/query.ts'
import type { Who } from './guard.ts'

export type Tab = 'locations' | 'data' | 'diary' | 'planning' | 'alerts'

/** Parameters and search of an address. */
export interface Address {
  params: Readonly<Record<string, string | undefined>>
  search: Readonly<Record<string, string | undefined>>
}

/** Module of a page. */
export interface Page {
  /** Component without properties. */
  default: ComponentType
  /** Reads the page is drawn from. It is drawn when they have come; one that fails stands in its place. */
  reads?: (address: Address) => readonly Read[]
}

export interface Screen {
  path: string
  /** Loaded when the screen is opened. */
  page: () => Promise<Page>
  who: Who
  /** The address to open instead, where it is known without asking anybody. */
  instead?: (params: { id?: string }) => Promise<string | undefined>
  /** Drawn without top bar and tabs, also for somebody who is signed in. */
  bare?: true
  /** Drawn without top bar and tabs on the phone: it has an action bar, and its own way out. */
  alone?: true
  /** The tab that is lit. */
  tab?: Tab
  /** Key below `title` in app.json. */
  title: keyof Texts['app']['title']
  /** Path of the screen above it in the breadcrumb. */
  parent?: string
  /** Files of texts the page needs besides app, ui and form. */
  texts?: readonly (keyof Texts)[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
