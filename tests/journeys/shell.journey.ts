import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, openAs, PHONE, signIn, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo' })

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}

test('each tab keeps its last sub-page, a second tap goes to its root', async ({ page }) => {
  await openAs(page, '/data/5?interval=week')
  const tabs = page.getByRole('navigation', { name: 'Main areas' })
  await expect(page.getByText('30 min means')).toBeVisible()
  await page.goto('/data/5?interval=week')
  // A place is remembered once it is open: a link pressed before leads on by itself.
  await expect(page.getByText('30 min means')).toBeVisible()
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page).toHaveURL(/\/locations\/\d+\/edit/)
  await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
  await tabs.getByRole('link', { name: 'Data' }).click()
  await expect(page).toHaveURL(/\/data\/5\?interval=week/)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect(page).toHaveURL(/\/locations\/\d+\/edit/)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.goto('/404?resource=device')
  await expect(page.getByRole('button', { name: 'Back' })).toBeHidden()
})

test('[ui §9] keys go to the tabs and list themselves, but not while somebody types, and not once switched off', async ({
  page,
}) => {
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  // On a busy machine the keys work a moment after what the server rendered can be seen.
  await expect(async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('d')
    await expect(page).toHaveURL(/\/data/, { timeout: 5000 })
  }).toPass()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await expect(page).toHaveURL(/\/$/)
  await page.getByRole('link', { name: 'Edit' }).first().click()
  const name = page.getByLabel('Name', { exact: true })
  await name.fill('')
  await name.pressSequentially('gd?')
  await expect(name).toHaveValue('gd?')
  await expect(page).toHaveURL(/\/edit/)
  await page.goto('/devices')
  await expect(page.getByRole('table')).toBeVisible()
  const list = page.getByRole('dialog', { name: 'Keyboard' })
  await expect(async () => {
    await page.keyboard.press('?')
    await expect(list.getByText('then').first()).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expectAccessibleEverywhere(page)
  await list.getByRole('switch', { name: 'Keys are on' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.keyboard.press('?')
  await page.waitForTimeout(300)
  await expect(page).toHaveURL(/\/devices/)
  await expect(list).toBeHidden()
})

test('[specification §2] demo mode shows neutral names everywhere, saves true ones, and ends with the session', async ({
  page,
}) => {
  const TRUE = /Zonneveld|Piglet room|BM \d{4}|marieke/i
  const expectNeutral = async () => {
    await expect(page.locator('body')).not.toContainText(TRUE)
    await expect(page).not.toHaveTitle(TRUE)
  }
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  const drawer = await openDrawer(page)
  await drawer.getByRole('switch', { name: 'Demo mode' }).check()
  await expect(drawer.getByText('user@example.com')).toBeVisible()
  await expectNeutral()
  await page.keyboard.press('Escape')
  for (const path of ['/', '/devices', '/data', '/manuals']) {
    await page.goto(path)
    await expect(page.getByRole('navigation', { name: 'Main areas' })).toBeVisible()
    if (path !== '/manuals') await expect(page.getByText(/^Area \d/).first()).toBeVisible()
    await expectNeutral()
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Edit' }).first().click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(/^Location \d$/)
  await page.getByLabel('Company number (UBN)').fill('NL 4711')
  await page.getByRole('button', { name: 'Save location' }).click()
  await expect(page).toHaveURL(/\/$/)
  await openDrawer(page)
  await drawer.getByRole('switch', { name: 'Demo mode' }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  await expect(page.getByText('Zonneveld').first()).toBeVisible()
  await openDrawer(page)
  await drawer.getByRole('switch', { name: 'Demo mode' }).check()
  await drawer.getByRole('button', { name: 'Log out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.evaluate(() => localStorage.getItem('barnometer.demo_mode'))).toBeNull()
})

test('[specification §8] a 401 anywhere signs out and clears what was read, also with changes unsaved', async ({
  page,
}) => {
  await openAs(page, '/locations/create')
  await page.getByLabel('Name', { exact: true }).fill('not saved')
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  // The click is made in the page itself: whatever else it asks for may put them out, and take the link away, before a click from outside.
  const locations = page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name: 'Locations' })
  await locations.evaluate(async (link: HTMLElement, token) => {
    await fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    link.click()
  }, token)
  await expect(page).toHaveURL(/\/sign-in/)
  expect(await page.evaluate(() => localStorage.getItem('barnometer.token'))).toBeNull()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.route('**/api/locations', route => route.abort())
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name: 'Locations' }).click()
  await expect(page.getByRole('alert')).toContainText('The server did not answer')
})

test('[specification §2] a slow page says that it is loading after 1 s; after 5 s the server is asked, and what it says decides', async ({
  page,
}) => {
  await openAs(page, '/devices')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/assets/manuals-page*', () => undefined, { times: 1 })
  await page.route('**/api/settings', route => route.abort())
  const openManuals = async () => {
    const drawer = await openDrawer(page)
    await drawer.getByRole('link', { name: 'Manuals' }).click()
  }
  await openManuals()
  await expect(page.getByText('Loading', { exact: true })).toBeVisible()
  await expect(page.getByText('The page took too long')).toBeHidden()
  await expect(page.getByText('The page took too long')).toBeVisible()
  await expect(page.getByText('Are you still connected to the internet? Nothing is lost.')).toBeVisible()
  await expectAccessibleEverywhere(page)
  // A route on top instead of none at all: without any, the browser lets go of what is held, and the page opens by itself.
  await page.route('**/api/settings', route => route.continue())
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Manuals' })).toBeVisible()
})

test('[specification §2] a slow page is loaded anew by itself where the server answers', async ({ page }) => {
  await openAs(page, '/devices')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/assets/manuals-page*', () => undefined, { times: 1 })
  const drawer = await openDrawer(page)
  const asked = page.waitForRequest('**/api/settings')
  await drawer.getByRole('link', { name: 'Manuals' }).click()
  await asked
  await expect(page.getByRole('heading', { level: 1, name: 'Manuals' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('a page that stands alone has the bars around it while it is on its way', async ({ page }) => {
    await openAs(page, '/diary')
    const tabs = page.getByRole('navigation', { name: 'Main areas' })
    await page.route('**/assets/form-page*', () => undefined, { times: 1 })
    await page.getByRole('link', { name: 'New inspection' }).first().tap()
    await expect(page.getByText('Loading', { exact: true })).toBeVisible()
    await expect(tabs).toBeVisible()
    // It is loaded anew by itself, and has a way out of its own.
    await expect(page.getByRole('button', { name: /^Leave/ })).toBeVisible()
    await expect(tabs).toBeHidden()
  })

  test('home begins with the first area, also below what must be told; what is rarely used opens by one button', async ({
    page,
  }) => {
    await openAs(page, '/')
    await expect(page.getByText('No mail server')).toBeVisible()
    await expect(page.getByText('Demo farm: sample barns')).toBeVisible()
    const first = page.getByRole('article').first()
    await expect(first).toBeVisible()
    // As high as it is drawn for the design.
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(255)
    // The name of an area leads to its data also on the largest card.
    await expect(first.getByRole('heading').getByRole('link')).toHaveAttribute('href', /^\/data\/\d+/)
    await page.getByRole('button', { name: 'View and filters' }).tap()
    await expect(page.getByRole('radio', { name: 'XL' })).toBeAttached()
    await page.getByRole('button', { name: 'All species' }).tap()
    await page.getByRole('menuitem', { name: 'Calves' }).tap()
    await expect(page.getByRole('status').getByText('1 of 9 areas')).toBeVisible()
    await page.getByRole('button', { name: 'View and filters, 1 filter on' }).tap()
    // Folded, it still says that not all are shown.
    await expect(page.getByText('1 of 9 areas')).toBeVisible()
    await page.getByRole('button', { name: 'Clear (1)' }).tap()
    await expect(page.getByRole('article').nth(2)).toBeVisible()
  })

  test('data of an area leads back to where one came from, and a chart fills the screen until back is pressed', async ({
    page,
  }) => {
    await openAs(page, '/?locale=en')
    await page.getByRole('link', { name: 'Fattening 2' }).tap()
    await expect(page.getByRole('heading', { name: 'Fattening 2', level: 1 })).toBeVisible()
    await expect(page.getByRole('img', { name: /^Last seen/ }).first()).toBeVisible()
    await expect(page.getByText('Yesterday, same hour').first()).toBeVisible()
    await page.getByRole('button', { name: /add to a board: NH/ }).tap()
    await page.getByRole('menuitem', { name: 'Full screen' }).tap()
    const full = page.getByRole('dialog')
    await expect(full.getByRole('region', { name: 'NH3' })).toBeVisible()
    const close = full.getByRole('button', { name: 'Close' })
    expect((await close.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    // Turned, the drawing is as high as there is room.
    await page.setViewportSize({ width: 844, height: 390 })
    await expect.poll(() => full.evaluate(({ scrollHeight }) => scrollHeight)).toBeLessThanOrEqual(390)
    await page.setViewportSize(PHONE.viewport)
    await page.goBack()
    await expect(full).toBeHidden()
    // A chart that the device does not have, as a link from another one names it.
    const named = (name: string) =>
      page.evaluate(full => history.replaceState(history.state, '', `?full=${full}`), name)
    await named('none')
    await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')))
    await expect(page).not.toHaveURL(/full=/)
    // The way back leads past the periods that were looked at.
    await page.getByRole('radiogroup', { name: 'Period' }).getByText('Week').tap()
    await expect(page).toHaveURL(/interval=week/)
    await page.getByRole('link', { name: 'Back', exact: true }).tap()
    // The heading depends on the hour: at night the air of a room of the demo farm is too bad to be watched.
    await expect(page.getByRole('heading', { name: 'Fattening 2', level: 3 })).toBeVisible()
  })
})
