import type { Page } from '@playwright/test'
import { expect } from './product.ts'

/** Keeps the product from coming until it is let go, as on a slow network. */
export const hold = async (page: Page) => {
  let release = () => {}
  const released = new Promise<void>(resolve => {
    release = resolve
  })
  await page.route('**/assets/react-*.js', async route => {
    await released
    await route.continue()
  })
  return async () => {
    release()
    await expect(page.locator('html[data-ready]')).toBeAttached()
  }
}
/** The HTML of the server, before the product has taken it over. */
export const renderedOf = (page: Page) => page.locator('html[data-rendered]:not([data-ready]) #root')

/** Opens a screen until the server has rendered it: a busy one gives up rather than let somebody wait. */
export const openRendered = async (page: Page, path: string, before = () => {}) => {
  await expect(async () => {
    before()
    await page.goto(path)
    await expect(renderedOf(page).getByRole('heading', { level: 1 })).toBeVisible({ timeout: 4000 })
  }).toPass()
}

/** Places of buttons and links on the page, by their words. */
const placesOf = (page: Page): Promise<Record<string, number[]>> =>
  page.evaluate(() => {
    const pressable = [...document.querySelectorAll<HTMLElement>('#root a, #root button')]
    const places = pressable.map((element, index) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const words = element.getAttribute('aria-label') ?? element.textContent
      return [`${index} ${words}`, [x, y, width, height].map(Math.round)] as const
    })
    return Object.fromEntries(places.filter(([, [, , width]]) => width !== 0))
  })

/** Pixels that no finger misses: lines are a little lower or higher once all of a font is there. */
const NEAR = 2

/** Opens a first screen: what can be pressed in the HTML of the server stays where it is once the product has taken it over. */
export const expectNothingMoves = async (page: Page, path: string): Promise<void> => {
  const letGo = await hold(page)
  await openRendered(page, path)
  // Letters of another font have other places.
  await page.waitForFunction(async () => (await document.fonts.load('16px "Inter Variable"', 'a')).length > 0)
  const before = await placesOf(page)
  await letGo()
  await page.waitForLoadState('networkidle')
  const after = await placesOf(page)
  const isNear = (name: string) =>
    before[name]?.every((edge, at) => Math.abs(edge - (after[name]?.[at] ?? NaN)) <= NEAR)
  expect(
    Object.keys(before).filter(name => !isNear(name)),
    JSON.stringify({ before, after }),
  ).toEqual([])
  await page.unrouteAll()
}
