import { readdirSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { inMail, LINK } from './mailbox.ts'
import { expect, expectAccessibleEverywhere, openAs, PERSON, PHONE, test } from './product.ts'

const MANUALS = readdirSync(new URL('../../shared/locales/en', import.meta.url)).filter(name =>
  name.startsWith('manual-'),
).length
const SETTINGS = {
  FAQ_URL: 'https://help.example/{language}/faq',
  CONSULT_URL: 'https://chat.example/barn',
  FEEDBACK_EMAIL: 'feedback@help.example',
  WEBSITE_URL: 'https://help.example',
}
const PLAIN = { name: 'Jonas Plain', email: 'jonas@plain.example' }

// The operator named every address of help.
test.use({ farm: 'demo', settings: SETTINGS })
test.describe.configure({ mode: 'serial' })

const openDrawer = async (page: Page) => {
  await page.getByRole('button', { name: 'Menu' }).click()
  return page.getByRole('dialog', { name: 'Menu' })
}
const entriesOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Menu' }).locator('a, button, [role="switch"]').allInnerTexts()

const FIRST = [
  'Locations',
  'Data',
  'Boards',
  'Report schedules',
  'Reports',
  'Data export',
  'Exposure',
  'Rounds',
  'Devices',
  'Diary',
  'Inspection details',
  'Checklist templates',
  'Research planning',
  'Alerts',
  'Alert rules',
  'Monitoring status',
]
const COMMON = [
  'Questions and answers',
  'More questions and answers',
  'Manuals',
  'Glossary',
  'Ask in a chat',
  'Give feedback',
  "What's new",
  'Website',
  'Groups',
  'Audit log',
  'API documentation',
  'Keyboard',
]

test("an administrator's drawer has every group in order, the version and the demo mode", async ({ page }) => {
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('heading')).toHaveText([
    'Data',
    'Emission',
    'Diary',
    'Alerts',
    'Research',
    'Info',
    'Administrator',
  ])
  await expect(drawer.getByText(/^\d+ silent$/)).toBeVisible()
  await expect
    .poll(async () => (await entriesOf(page)).map(text => text.split('\n')[0]).filter(Boolean))
    .toEqual([
      ...FIRST.flatMap(name =>
        name === 'Devices'
          ? [name, 'Fleet']
          : name === 'Exposure'
            ? ['Data dashboard', name]
            : name === 'Diary'
              ? ['Emission dashboard', 'Emission settings', name]
              : [name],
      ),
      'Research dashboard',
      'Research',
      ...COMMON.flatMap(name => (name === 'Audit log' ? ['Users', name, 'Outgoing mail', 'System status'] : [name])),
    ])
  await expect(drawer.getByText('v3.1.20')).toBeVisible()
  await expect(drawer.getByRole('switch', { name: 'Demo mode' })).not.toBeChecked()
  await expect(drawer.getByRole('link', { name: 'More questions and answers' })).toHaveAttribute(
    'href',
    'https://help.example/en/faq',
  )
  await expectAccessibleEverywhere(page)
})

test('feedback opens a mail draft with user and browser in it', async ({ page }) => {
  await openAs(page, '/devices')
  const drawer = await openDrawer(page)
  const link = drawer.getByRole('link', { name: 'Give feedback' })
  await expect(link).toHaveAttribute('href', /^mailto:feedback@help\.example\?/)
  const body = new URL((await link.getAttribute('href')) ?? '').searchParams.get('body') ?? ''
  expect(body).toMatch(/User: 1\r\n/)
  expect(body).toContain('Page: /devices')
  expect(body).toContain(await page.evaluate(() => navigator.userAgent))
})

test('the manuals are read in four languages, and printed without the rest of the screen', async ({ page }) => {
  await openAs(page, '/manuals')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(MANUALS)
  await expectAccessibleEverywhere(page)
  for (const [language, name, section] of [
    ['en', 'Calibration', 'How to take a good reference'],
    ['de', 'Kalibrierung', 'So gelingt eine gute Referenz'],
    ['es', 'Calibración', 'Cómo tomar una buena referencia'],
    ['nl', 'Kalibratie', 'Zo meet je een goede referentie'],
  ] as const) {
    await page.goto(`/manuals?locale=${language}`)
    await page.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByRole('heading', { name: section })).toBeVisible()
    await expect(page).toHaveTitle(`${name} · Barnometer`)
  }
  await page.goto('/manuals/calibration?locale=en')
  await expectAccessibleEverywhere(page)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  await page.goto('/manuals/no-such-manual')
  await expect(page).toHaveURL(/\/404\?resource=manual/)
})

test('[specification §8] says so when no manual can be loaded, and tries again', async ({ page }) => {
  await openAs(page, '/devices')
  await expect(page.getByRole('table')).toBeVisible()
  await page.route('**/api/taxonomy/lists', route => route.abort())
  await page.goto('/manuals')
  await expect(page.getByRole('alert')).toContainText('No manuals found')
  await expectAccessibleEverywhere(page)
  await page.unroute('**/api/taxonomy/lists')
  const again = page.getByRole('button', { name: 'Reload' })
  // Another part of the page may read the lists first: then the manuals come by themselves.
  await expect(async () => {
    if (await again.isVisible()) await again.click({ timeout: 1000 })
    await expect(page.getByRole('main').getByRole('listitem')).toHaveCount(MANUALS, { timeout: 2000 })
  }).toPass()
})

test('the "?" says what a screen is for, opened by the key or the button, and gives the focus back', async ({
  page,
}) => {
  await openAs(page, '/alerts')
  const button = page.getByRole('button', { name: 'Help for this page' })
  const help = page.getByRole('dialog', { name: 'Alerts' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A key that is pressed before the product has come is heard by nobody.
  await page.waitForFunction(() => 'ready' in document.documentElement.dataset)
  await page.keyboard.press('h')
  await expect(help).toContainText('Everything that needs you')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(help).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(help).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await help.getByRole('link', { name: 'Alarm plan' }).click()
  await expect(page).toHaveURL(/\/help\/glossary#alarm_plan$/)
  await expect(page.locator('#alarm_plan')).toBeFocused()
  await expect(page.locator('#alarm_plan')).toBeInViewport()
})

test('the "?" is under the thumb on a phone, also on a form without a top bar', async ({ browser, product }) => {
  const context = await browser.newContext({ ...PHONE, baseURL: product.origin })
  const page = await context.newPage()
  await openAs(page, '/')
  for (const [path, name] of [
    ['/', 'Locations'],
    ['/inspect', 'New inspection'],
  ] as const) {
    await page.goto(path)
    const button = page.getByRole('button', { name: 'Help for this page' })
    const box = await button.boundingBox()
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    await button.tap()
    await expect(page.getByRole('dialog', { name })).toContainText('Here you can')
    await expectAccessibleEverywhere(page)
  }
  await context.close()
})

test('a tap on a grade says what it means', async ({ page }) => {
  await openAs(page, '/')
  const grade = page.getByRole('button', { name: 'What the grade means' }).first()
  await grade.click()
  const dialog = page.getByRole('dialog', { name: 'What the grade means' })
  await expect(dialog).toContainText('The lowest one is the grade of the area.')
  await expect(dialog).toContainText('Not graded')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(grade).toBeFocused()
})

test('the glossary and the questions are read in four languages, and the search finds a word', async ({ page }) => {
  await openAs(page, '/help/glossary')
  for (const [language, first] of [
    ['en', 'Access token'],
    ['de', 'Abdeckung'],
    ['es', 'Alerta'],
    ['nl', 'Abonnement van een apparaat'],
  ] as const) {
    await page.goto(`/help/glossary?locale=${language}`)
    await expect(page.getByRole('main').getByRole('term').first()).toHaveText(first)
  }
  await page.goto('/help/glossary?locale=en')
  await expectAccessibleEverywhere(page)
  await page.keyboard.press('Control+K')
  await page.getByRole('combobox').fill('doubtful')
  await page.getByRole('option', { name: 'Doubtful' }).click()
  await expect(page).toHaveURL(/#doubtful$/)
  await page.goto('/help/questions?locale=en')
  await page.getByText('My device is silent. What now?').click()
  await expectAccessibleEverywhere(page)
  await expect(page.getByRole('link', { name: 'Answers of this installation' })).toHaveAttribute(
    'href',
    'https://help.example/en/faq',
  )
  await page.getByRole('link', { name: 'Go to: Devices' }).click()
  await expect(page).toHaveURL(/\/devices$/)
  await page.goto('/help/questions#night')
  await expect(page.getByText('Only urgent ones.')).toBeVisible()
})

test("what's new tells what this version can do", async ({ page }) => {
  await openAs(page, '/new')
  await expect(page.getByRole('heading', { name: 'Version v3.1.20' })).toBeVisible()
  await expect(page).toHaveTitle("What's new · Barnometer")
  await expectAccessibleEverywhere(page)
})

test("a plain user's drawer has no administrator's part", async ({ page, product }) => {
  const post = (path: string, body: object) =>
    fetch(`${product.origin}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { password } = PERSON
  await post('/register', { ...PLAIN, password, password_confirmation: password, policy_accepted: '2018-05-25' })
  const link = await inMail(product.folder, PLAIN.email, 1, LINK)
  await post('/email/verify', { token: new URL(link, product.origin).searchParams.get('token') })
  await page.goto('/sign-in')
  await page.getByLabel('E-mail').fill(PLAIN.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  const drawer = await openDrawer(page)
  await expect(drawer.getByRole('heading')).toHaveText(['Data', 'Diary', 'Alerts', 'Info'])
  await expect.poll(() => entriesOf(page)).toEqual([...FIRST, 'Research', ...COMMON])
  await expect(drawer.getByRole('switch')).toHaveCount(0)
})

test('a stranger sees the plus disabled with its reason, and only what is open to everyone', async ({ page }) => {
  await page.goto('/terms')
  const plus = page.getByRole('button', { name: 'Add' })
  await expect(plus).toBeDisabled()
  await expect(plus).toHaveAccessibleDescription('Sign in to add something.')
  await expectAccessibleEverywhere(page)
  await openDrawer(page)
  await expect
    .poll(() => entriesOf(page))
    .toEqual([
      'Questions and answers',
      'More questions and answers',
      'Glossary',
      'Ask in a chat',
      'Website',
      'API documentation',
      'Keyboard',
    ])
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
})
