import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import texts from '#shared/locales/en/app.json' with { type: 'json' }
import type { Tab } from '../../kit/routing/screen.ts'
import { badgeText, isCompact, TABS, type TabEntry, tabsOf } from './tab-table.ts'
import { TabBar } from './tabs.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', defaultNS: 'app', resources: { en: { app: texts } } })
})
afterEach(cleanup)

const [entry] = TABS
const six = ['locations', 'data', 'emission', 'diary', 'planning', 'alerts'].map(
  (tab, index): TabEntry => ({
    ...(entry as TabEntry),
    tab: tab as Tab,
    screen: { path: `/${tab}`, params: {}, search: {} },
    ...(tab === 'alerts' ? { useOpen: () => 120 } : { useOpen: () => index % 2 }),
  }),
)

const show = async (tabs: readonly TabEntry[], mobile: boolean) => {
  const root = createRootRoute({
    component: () => (
      <>
        <TabBar tabs={tabs} active="data" mobile={mobile} />
        <Outlet />
      </>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([createRoute({ getParentRoute: () => root, path: '/' })]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return screen.findByRole('navigation', { name: texts.tabs })
}

describe('[specification §2] the tabs', () => {
  test('planning is there for who has research, and while it is open', () => {
    const tabs = (projectResearch: boolean, active: Tab) =>
      tabsOf(
        { user: { admin: false, permissions: [] }, plans: [], emissionResearch: false, projectResearch },
        active,
      ).map(({ tab }) => tab)
    expect(tabs(false, 'data')).toEqual(['locations', 'data', 'diary', 'alerts'])
    expect(tabs(true, 'data')).toEqual(['locations', 'data', 'diary', 'planning', 'alerts'])
    expect(tabs(false, 'planning')).toEqual(['locations', 'data', 'diary', 'planning', 'alerts'])
  })

  test.each([
    [1, '1'],
    [0, null],
    [7, '7'],
    [99, '99'],
    [100, '99+'],
    [4000, '99+'],
  ])('%s open', (open, expected) => {
    expect(badgeText(open)).toBe(expected)
  })

  test.each([
    [4, true, false],
    [5, true, true],
    [6, true, true],
    [6, false, false],
  ])('%s tabs, mobile %s: compact %s', (tabs, mobile, compact) => {
    expect(isCompact(tabs, mobile)).toBe(compact)
  })

  test('are drawn compact and with a badge of what is open that is spoken too', async () => {
    const bar = await show(six, true)
    expect(bar.hasAttribute('data-compact')).toBe(true)
    const links = within(bar).getAllByRole('link')
    expect(links).toHaveLength(6)
    expect(links.at(-1)?.textContent).toContain('99+')
    expect(within(bar).getByRole('link', { name: /99\+ open/ })).toBe(links.at(-1))
    expect(links[2]?.textContent).not.toContain('1 open')
    expect(within(bar).getByRole('link', { current: 'page' })).toBe(links[1])
  })

  test('are not compact while they are few', async () => {
    const few = TABS.slice(0, 4)
    const bar = await show(few, true)
    expect(bar.hasAttribute('data-compact')).toBe(false)
    expect(within(bar).getAllByRole('link')).toHaveLength(few.length)
  })
})
