import type { Page } from '@playwright/test'
import { expect, expectAccessible, expectAccessibleEverywhere, openAs, PERSON, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo' })

/** Presses Tab until something of that name has the focus; says what had it on the way when nothing of that name does. */
const tabTo = async (page: Page, role: string, name: RegExp | string): Promise<void> => {
  const wanted = page.getByRole(role as 'link', { name }).and(page.locator(':focus'))
  const passed: string[] = []
  for (let press = 0; press < 60; press++) {
    await page.keyboard.press('Tab')
    if ((await wanted.count()) > 0) return
    passed.push(await page.evaluate(() => document.activeElement?.textContent?.slice(0, 30) ?? ''))
  }
  throw new Error(`Tab never came to ${role} ${name}, only to: ${passed.join(' | ')}`)
}

/** The element with the focus shows it: a ring, or a frame that changes. */
const expectFocusSeen = async (page: Page) =>
  expect(
    await page.evaluate(() => {
      const parts = [document.activeElement, document.activeElement?.parentElement].filter(
        part => part instanceof Element,
      )
      return parts.some(part => {
        const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(part)
        return (
          (outlineStyle !== 'none' && outlineWidth !== '0px') ||
          boxShadow !== 'none' ||
          borderColor.includes('44, 62, 126')
        )
      })
    }),
  ).toBe(true)

test('[ui §9] keys alone sign in, go past the bars, open an area and an entry of the drawer, and come back out', async ({
  page,
}) => {
  await page.goto('/sign-in')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await tabTo(page, 'textbox', 'E-mail')
  await expectFocusSeen(page)
  await page.keyboard.type(PERSON.email)
  await tabTo(page, 'textbox', 'Password')
  await page.keyboard.type(PERSON.password)
  await tabTo(page, 'button', 'Sign in')
  await expectFocusSeen(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
  await tabTo(page, 'link', /Piglet room 1/)
  await expectFocusSeen(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/data\/\d+/)
  await expect(page.getByRole('region', { name: 'NH3' })).toBeVisible()

  await page.reload()
  await expect(page.getByRole('region', { name: 'NH3' })).toBeVisible()
  await tabTo(page, 'button', 'Menu')
  await expectFocusSeen(page)
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer).toBeVisible()
  await tabTo(page, 'button', 'Log out')
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(drawer).toBeVisible()
  await tabTo(page, 'link', 'Manuals')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Manuals' })).toBeFocused()
})

test('[ui §9] a menu opens on its first entry, and ears are told of nothing else in it', async ({ page }) => {
  await openAs(page, '/manuals')
  for (const [opener, first] of [
    ['Add', 'New inspection'],
    [/^Language/, 'Deutsch'],
  ] as const) {
    const button = page.getByRole('banner').getByRole('button', { name: opener })
    await button.press('Enter')
    await expect(page.getByRole('menuitem', { name: first })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(button).toBeFocused()
  }
})

test('[ui §7] search finds areas, devices and pages by keys and by tap', async ({ page }) => {
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  const field = page.getByRole('combobox', { name: 'Search' })
  // On a busy machine the keys work a moment after what the server rendered can be seen.
  await expect(async () => {
    await page.keyboard.press('/')
    await expect(field).toBeFocused({ timeout: 5000 })
  }).toPass()
  await expect(page.getByRole('option', { name: /Piglet room 3/ }).first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await field.fill('zzz')
  await expect(page.getByText('No results for “zzz”.')).toBeVisible()
  await page.keyboard.press('Enter')
  await field.fill('manu')
  await expect(page.getByRole('option', { name: /^Manuals/ })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/manuals/)
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('room')
  await page.keyboard.press('ArrowDown')
  const second = page.getByRole('option').nth(1)
  await expect(second).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('option').last()).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()

  await page.keyboard.press('Control+k')
  await field.fill('ammonia')
  await expect(page.getByRole('option', { name: 'Alert rules' })).toBeVisible()
  await field.fill('night mode')
  await expect(page.getByRole('option', { name: 'Dark appearance' })).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Control+k')
  await field.fill('light appearance')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')

  await toPhone(page)
  const opener = page.getByRole('button', { name: 'Search' })
  await opener.click()
  await expect(field).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(opener).toBeFocused()
  await opener.click()
  await field.fill('bm 2041')
  await page.getByRole('option', { name: /^BM 2041/ }).click()
  await expect(page).toHaveURL(/\/data\/\d+/)
  await expect(page.getByRole('heading', { level: 1, name: 'Piglet room 3' })).toBeVisible()
})

test('[ui §7] a tab comes back as far down as it was left, a second tap to its top', async ({ page }) => {
  await toPhone(page, { height: 600 })
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Main areas' })
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  const scroll = async (by: number) => {
    await page.mouse.move(195, 400)
    await page.mouse.wheel(0, by)
    await expect.poll(scrolled).toBeGreaterThan(by / 2)
  }
  await scroll(300)
  // Lines that appear above meanwhile move the page.
  const home = await scrolled()
  await tabs.getByRole('link', { name: 'Data' }).click()
  // Which device is the worst depends on the hour; every one measures this.
  await expect(page.getByRole('region', { name: 'Temperature', exact: true })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await scroll(500)
  const data = await scrolled()
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await expect.poll(scrolled).toBe(home)
  await tabs.getByRole('link', { name: 'Data' }).click()
  await expect.poll(scrolled).toBe(data)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect.poll(scrolled).toBe(home)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect.poll(scrolled).toBe(0)
})
