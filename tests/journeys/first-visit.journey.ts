import type { ConsoleMessage, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectNothingMoves, hold, openRendered, renderedOf } from './first-paint.ts'
import { expect, PERSON, PHONE, postingAs, signInUnseen, test, toDesk, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo', ...PHONE })

/** Messages of the page that something is wrong, such as HTML that is not what the product renders. */
const errorsOf = (page: Page): string[] => {
  const errors: string[] = []
  page.on('pageerror', error => errors.push(error.message))
  page.on('console', (message: ConsoleMessage) => message.type() === 'error' && errors.push(message.text()))
  return errors
}

test('[design: first visit on a phone] text typed into the rendered sign-in is there when the product comes', async ({
  page,
}) => {
  const letGo = await hold(page)
  await openRendered(page, '/sign-in')
  await renderedOf(page).getByLabel('E-mail').fill(PERSON.email)
  await renderedOf(page).getByLabel('Password', { exact: true }).fill(PERSON.password)
  await letGo()
  await expect(page.getByLabel('E-mail')).toHaveValue(PERSON.email)
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('[design: first visit on a phone] somebody who types on while the product comes loses no letter', async ({
  page,
}) => {
  const letGo = await hold(page)
  await openRendered(page, '/sign-in')
  const field = renderedOf(page).getByLabel('E-mail')
  await field.focus()
  const going = letGo()
  await page.keyboard.type(PERSON.email, { delay: 25 })
  await going
  await expect(page.getByLabel('E-mail')).toHaveValue(PERSON.email)
})

test('[design: first visit on a phone] a button pressed before the product has come is not pressed in vain', async ({
  page,
}) => {
  const letGo = await hold(page)
  await openRendered(page, '/sign-in')
  await renderedOf(page).getByLabel('E-mail').fill(PERSON.email)
  await renderedOf(page).getByLabel('Password', { exact: true }).fill(PERSON.password)
  await renderedOf(page).getByLabel('Password', { exact: true }).press('Enter')
  await letGo()
  await expect(page).not.toHaveURL(/\/sign-in/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('[design: first visit on a phone] a link pressed before the product has come takes along what was typed', async ({
  page,
}) => {
  const letGo = await hold(page)
  await openRendered(page, '/sign-in')
  await renderedOf(page).getByLabel('E-mail').fill(PERSON.email)
  await renderedOf(page).getByRole('link', { name: 'Forgot your password?' }).click()
  await letGo()
  await expect(page).toHaveURL(/\/password/)
  await expect(page.getByLabel('E-mail')).toHaveValue(PERSON.email)
})

/** Address of a new board of the first barn of the demo farm. */
const aBoard = async (page: Page): Promise<string> => {
  await signInUnseen(page)
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const headers = { authorization: `Bearer ${token}` }
  const places: { areas: { id: number }[] }[] = await (await page.request.get('/api/locations', { headers })).json()
  const charts = ['nh3', 't'].map(measurement => ({ lines: [{ area_id: places[0]?.areas[0]?.id, measurement }] }))
  const post = await postingAs(page)
  const { id } = await post('/boards', { name: 'Morning round', interval: 'week', charts })
  return `/boards/${id}`
}

for (const [form, turn] of [
  ['phone', toPhone],
  ['desk', toDesk],
] as const)
  test(`[design: first visit on a phone] the product takes the same nodes over on a ${form}, and finds nothing else in them`, async ({
    page,
  }) => {
    const errors = errorsOf(page)
    await turn(page)
    const board = await aBoard(page)
    const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
    const alerts = await page.request.get('/api/alerts', { headers: { authorization: `Bearer ${token}` } })
    const [alert] = (await alerts.json()) as { id: number }[]
    await page.evaluate(() => localStorage.clear())
    const opened = `/alerts?alert=${alert?.id}`
    const paths = ['/', '/data', '/data?locale=nl', '/alerts', '/alerts?locale=de&show=hidden', '/inspect']
    for (const path of ['/sign-in', ...paths, opened, '/inspect?locale=es', board, `${board}?locale=nl`]) {
      if (path === '/') await signInUnseen(page)
      const letGo = await hold(page)
      await openRendered(page, path)
      await renderedOf(page)
        .getByRole('heading', { level: 1 })
        .evaluate(heading => heading.setAttribute('data-seen', ''))
      await letGo()
      await expect(page.locator('h1[data-seen]'), path).toBeAttached()
      expect(errors, path).toEqual([])
      await page.unrouteAll()
    }
  })

test('[design: first visit on a phone] home and data are seen before the product has come', async ({ page }) => {
  const letGo = await hold(page)
  await signInUnseen(page)
  await openRendered(page, '/')
  await expect(
    renderedOf(page)
      .getByRole('link', { name: /Piglet room 3/ })
      .first(),
  ).toBeVisible()
  // The worst area of each location comes first.
  const worst = await renderedOf(page)
    .getByRole('heading')
    .evaluateAll(all =>
      all.filter((one, at) => one.tagName === 'H3' && all[at - 1]?.tagName === 'H2').map(one => one.textContent),
    )
  // A link leads on without the product.
  await renderedOf(page).getByRole('link', { name: 'Data', exact: true }).click()
  await expect(page).toHaveURL(/\/data/)
  await letGo()
  await expect(page).toHaveURL(/\/data\/\d+/)
  // The demo farm goes on with the day: which of them is the worst, home has said.
  await expect
    .poll(() => page.getByRole('heading', { level: 1 }).textContent())
    .toMatch(new RegExp(`^(${worst.join('|')})$`))
})

test('[design: first visit on a phone] on alerts, a board and the form of an inspection nothing moves when the product comes', async ({
  page,
}) => {
  await toPhone(page)
  const board = await aBoard(page)
  for (const path of ['/alerts', '/inspect', `${board}?interval=week`]) {
    await expectNothingMoves(page, path)
    await page.unrouteAll()
  }
})

test('[design: first visit on a phone] an inspection that is begun before the product has come goes on, and one of before is offered', async ({
  page,
}) => {
  await signInUnseen(page)
  await openRendered(page, '/inspect')
  const notes = page.getByRole('textbox', { name: 'Notes' })
  await expect(page.locator('html[data-ready]')).toBeAttached()
  await notes.fill('Fan 2 hums')
  await expect(page.getByText(/Saved/)).toBeVisible()
  const places = () =>
    Promise.all(['Good', 'Save inspection'].map(name => page.getByRole('button', { name }).boundingBox()))
  const letGo = await hold(page)
  await openRendered(page, '/inspect')
  const before = await places()
  await letGo()
  // The draft of before goes on in a form that nobody has touched, and says so where it moves nothing.
  await expect(page.getByRole('button', { name: 'Discard it' })).toBeVisible()
  await expect(notes).toHaveValue('Fan 2 hums')
  expect(await places()).toEqual(before)
  await page.unrouteAll()
  const letGoAgain = await hold(page)
  await openRendered(page, '/inspect')
  await renderedOf(page).getByRole('button', { name: 'Good' }).click()
  await letGoAgain()
  await expect(page.getByRole('button', { name: 'Good' })).toHaveAttribute('aria-pressed', 'true')
  await expect(notes).toHaveValue('')
  await page.getByRole('status').getByRole('button').last().click()
  await expect(notes).toHaveValue('Fan 2 hums')
})

test('[design: first visit on a phone] notes, a mark and a photo made before the product has come are in the inspection', async ({
  page,
}) => {
  const buffer = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#806040' } })
    .jpeg()
    .toBuffer()
  await signInUnseen(page)
  const letGo = await hold(page)
  await openRendered(page, '/inspect')
  await renderedOf(page).getByRole('textbox', { name: 'Notes' }).fill('Door left open')
  await renderedOf(page).getByRole('switch').first().setChecked(true, { force: true })
  await renderedOf(page)
    .getByLabel('From this device')
    .setInputFiles({ name: 'door.jpg', mimeType: 'image/jpeg', buffer })
  await letGo()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Door left open')
  await expect(page.getByRole('button', { name: /^Remove photo/ })).toHaveCount(1)
  await expect(page.getByRole('switch').first()).toBeChecked()
  // The product knows of it: what comes next takes it along.
  await page.getByRole('button', { name: 'Good' }).click()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Door left open')
  await expect(page.getByRole('switch').first()).toBeChecked()
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('Door left open')
})

test('[design: first visit on a phone] the product begins with the answers its HTML was rendered from, and its charts are read meanwhile', async ({
  page,
}) => {
  const letGo = await hold(page)
  await signInUnseen(page)
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  const timesAsked = (path: string) => asked.filter(one => one === path).length
  await openRendered(page, '/data', () => {
    asked.length = 0
  })
  await expect.poll(() => timesAsked('/api/measurements/series')).toBe(1)
  await letGo()
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
  expect(timesAsked('/api/measurements/series')).toBe(1)
  for (const path of ['/api/authenticate', '/api/sensors', '/api/taxonomy/lists', '/api/settings'])
    expect(timesAsked(path), path).toBe(0)
})

test('[design: first visit on a phone] HTML that stalls on its way keeps nothing waiting', async ({ page }) => {
  await page.addInitScript(() => {
    const ask = window.fetch
    window.fetch = async (url, init) => {
      const answer = await ask(url, init)
      if (!String(url).startsWith('/api/rendered-screen')) return answer
      const begun = (await answer.text()).slice(0, 1000)
      const stalled = new ReadableStream({ start: sent => sent.enqueue(new TextEncoder().encode(begun)) })
      return new Response(stalled, answer)
    }
  })
  await signInUnseen(page)
  const asked = page.waitForRequest('**/api/sensors')
  await page.goto('/data')
  await asked
  await expect(page.getByRole('img', { name: /^Temperature in °C: minimum/ })).toBeVisible()
})

test('[design: first visit on a phone] the product looks as it was rendered, in the language of the address', async ({
  page,
}) => {
  const letGo = await hold(page)
  await signInUnseen(page)
  await openRendered(page, '/data?locale=de')
  const dials = renderedOf(page).locator('svg[role="img"]')
  await expect(dials.first()).toBeVisible()
  const rendered = await renderedOf(page).getByRole('heading').allInnerTexts()
  const wide = await renderedOf(page).locator('main').boundingBox()
  await letGo()
  expect(await page.getByRole('heading').allInnerTexts()).toEqual(expect.arrayContaining(rendered))
  expect((await page.locator('main').boundingBox())?.width).toBe(wide?.width)
})

test('[design: first visit on a phone] how far down the rendered screen was scrolled is remembered', async ({
  page,
}) => {
  await toPhone(page, { height: 600 })
  const letGo = await hold(page)
  await signInUnseen(page)
  await openRendered(page, '/')
  const scrolled = () => page.evaluate(() => Math.round(window.scrollY))
  await page.mouse.move(195, 400)
  await page.mouse.wheel(0, 200)
  await expect.poll(scrolled).toBe(200)
  await letGo()
  expect(await scrolled()).toBe(200)
  const tabs = page.getByRole('navigation', { name: 'Main areas' })
  await tabs.getByRole('link', { name: 'Data' }).click()
  await expect(page.getByRole('region', { name: 'Temperature', exact: true })).toBeVisible()
  expect(await scrolled()).toBe(0)
  await tabs.getByRole('link', { name: 'Locations' }).click()
  await expect.poll(scrolled).toBe(200)
})

test('[design: first visit on a phone] nothing is rendered in demo mode', async ({ page }) => {
  const letGo = await hold(page)
  await page.addInitScript(() => localStorage.setItem('barnometer.demo_mode', 'on'))
  await signInUnseen(page)
  await page.goto('/')
  await expect(page.locator('#boot')).toBeVisible()
  await expect(renderedOf(page)).toHaveCount(0)
  await letGo()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('the first address answers whoever takes nothing compressed, such as a health check', async ({ page }) => {
  const answer = await page.request.get('/', { headers: { 'accept-encoding': 'identity' } })
  expect(answer.status()).toBe(200)
  expect(await answer.text()).toContain('<title>Barnometer</title>')
})
