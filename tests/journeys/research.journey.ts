import { readFileSync } from 'node:fs'
import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail } from './mailbox.ts'
import { newAccount } from './people.ts'
import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, PERSON, test, toDesk, toPhone } from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

const RITA = { name: 'Rita Reader', email: 'rita@institute.example', password: 'Calm-Barn-17' }
const DAYS_BACK = 20
const DAY_MS = 86_400_000
const MADE_WITHIN_MS = 60_000

test('[decisions §8] an owner is asked, sees what a yes would show, says it, and the researcher reads and freezes', async ({
  page,
  browser,
  product,
}) => {
  const { origin, folder } = product
  await call(api.register, { body: newAccount(RITA) }, { fetch, origin, language: 'en' })
  const proof = await inMail(folder, RITA.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })

  const context = await browser.newContext({ baseURL: origin })
  const ritas = await context.newPage()
  await toDesk(ritas)
  await openAs(ritas, '/research/create', RITA)
  await ritas.getByRole('textbox', { name: 'Name' }).fill('Air of calves')
  const start = new Date(Date.now() - DAYS_BACK * DAY_MS).toISOString().slice(0, 10)
  await ritas.getByRole('textbox', { name: 'First day' }).fill(start)
  const purpose = ritas.getByRole('textbox', { name: 'Purpose' })
  await purpose.click()
  await ritas.keyboard.type('Less NH')
  await ritas.getByRole('button', { name: 'Subscript' }).click()
  await ritas.keyboard.type('3')
  await ritas.keyboard.press('Enter')
  await ritas.keyboard.type('- in winter')
  await expectAccessibleEverywhere(ritas)
  await toDesk(ritas)
  await ritas.getByRole('button', { name: 'Create' }).click()
  await expect(ritas.getByRole('heading', { level: 1, name: 'Air of calves' })).toBeVisible()
  await expect(ritas.getByRole('listitem').filter({ hasText: 'in winter' })).toBeVisible()
  await ritas.getByRole('button', { name: 'Ask an owner' }).click()
  const asking = ritas.getByRole('dialog')
  await asking.getByRole('textbox', { name: 'E-mail address of the owner' }).fill(PERSON.email)
  await asking.getByRole('button', { name: 'Ask', exact: true }).click()
  await expect(ritas.getByText('no answer yet')).toBeVisible()

  await toPhone(page)
  const project = new URL(ritas.url()).pathname
  await openAs(page, project)
  await page.getByRole('link', { name: 'Share data' }).click()
  await expect(page.getByText('in winter')).toBeVisible()
  await expect(page.locator('sub').first()).toHaveText('3')
  const preview = page.locator('section').filter({ has: page.getByRole('heading', { name: 'So far that would be' }) })
  await expect(preview.getByText(/\d values of/).first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  // A yes is to what was read: what Rita changes meanwhile is shown before it is saved.
  const { api_token: token } = await call(api.login, { body: RITA }, { fetch, origin })
  const params = { id: Number(project.split('/').at(-1)) }
  const changed = { name: 'Air of calves', start: `${start}T00:00:00Z`, aim: 'Milk in spring' }
  await call(api.updateResearch, { params, body: changed }, { fetch, origin, token })
  await page.getByRole('button', { name: 'Yes, share' }).click()
  await expect(page.getByText('This research was changed after you opened it.')).toBeVisible()
  await expect(page.getByText('Milk in spring')).toBeVisible()
  await page.getByRole('button', { name: 'I have read it' }).click()
  await page.getByRole('button', { name: 'Yes, share' }).click()
  const receipt = page.getByRole('dialog', { name: 'Your yes is saved' })
  const download = page.waitForEvent('download')
  await receipt.getByRole('button', { name: 'Save as PDF' }).click()
  const paper = await download
  expect(paper.suggestedFilename()).toMatch(/^C-\d{4}-\d{4,}\.pdf$/)
  expect(readFileSync(await paper.path(), 'latin1')).toMatch(/^%PDF-1\.7/)
  await receipt.getByRole('button', { name: 'Done' }).click()

  await ritas.reload()
  await ritas
    .getByRole('button', { name: /^Show data/ })
    .first()
    .click()
  await expect(ritas.getByRole('dialog').getByText(/lowest .* highest/)).toBeVisible()
  await ritas.keyboard.press('Escape')
  const versions = ritas.getByRole('region', { name: 'Frozen versions' })
  await versions.getByRole('button', { name: 'Freeze data' }).click()
  const freezing = ritas.getByRole('dialog', { name: 'Freeze data' })
  await freezing.getByRole('combobox', { name: 'Values' }).click()
  await ritas.getByRole('option', { name: 'Means over 60 min' }).click()
  await freezing.getByRole('button', { name: 'Freeze', exact: true }).click()
  await expect(versions.getByText('ready')).toBeVisible({ timeout: MADE_WITHIN_MS })

  // The browser keeps what it has read some seconds ago, so one load may still show the list from before the freezing.
  await expect(async () => {
    await page.reload()
    await expect(page.getByText(/^Rita Reader froze /).first()).toBeVisible({ timeout: 5000 })
  }).toPass()
  await expect(page.getByText(/^Rita Reader opened /).first()).toBeVisible()

  // A no begins with all that is shared, also what the project is not about.
  const { api_token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const { consent_history } = await call(api.getResearch, { params }, { fetch, origin, token: api_token })
  const answer = consent_history.find(({ kind }) => kind === 'yes')
  const more = {
    location_id: answer?.location_id ?? 0,
    answer: 'yes' as const,
    from: answer?.from ?? '',
    measurements: ['light'],
  }
  await call(api.createConsent, { params, body: more }, { fetch, origin, token: api_token })
  await page.goto(`${project}/consent`)
  for (const name of ['Light', 'Temperature']) await expect(page.getByRole('checkbox', { name })).toBeChecked()

  // The reads stay to be seen when the project is gone.
  await call(api.deleteResearch, { params }, { fetch, origin, token })
  await page.goto('/research')
  const left = page.getByRole('region', { name: 'Research that is gone' })
  await left.getByRole('listitem').filter({ hasText: 'Air of calves' }).getByRole('button').click()
  await expect(left.getByText(/^Rita Reader froze /).first()).toBeVisible()
  await expect(left.getByText(/^Yes, /).first()).toBeVisible()
  await expectAccessibleEverywhere(page)
  await context.close()
})
