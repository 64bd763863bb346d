import type { ComponentType } from 'react'
import type { Who } from './guard.ts'

export type Tab = 'locations' | 'data' | 'diary' | 'planning' | 'alerts'

export interface Screen {
  path: string
  /** Loaded when the screen is opened; the page is the module's default export, a component without properties. */
  page: () => Promise<{ default: ComponentType }>
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
  title: string
  /** Path of the screen above it in the breadcrumb. */
  parent?: string
  /** Files of texts the page needs besides app, ui and form. */
  texts?: readonly string[]
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
