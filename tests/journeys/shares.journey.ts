import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail } from './mailbox.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PERSON, PHONE, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

const JAN = { name: 'Jan de Wit', email: 'jan@delinde.example', password: 'Calm-Barn-17' }

test('[decisions §3] a location is shared with who accepts it, declines it, or is asked again', async ({
  page,
  browser,
  product,
}) => {
  await begin(page)
  const { origin, folder } = product
  await call(api.register, { body: newAccount(JAN) }, { fetch, origin, language: 'en' })
  const proof = await inMail(folder, JAN.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const areas = [{ name: 'Piglet room 3', area_type_id: 39 }]
  const made = await call(api.createLocation, { body: { name: 'Eikenhof', areas } }, { fetch, origin, token })

  await openAs(page, `/locations/${made.id}/edit`)
  await page.getByRole('textbox', { name: 'Who has access' }).fill(`${JAN.email},`)
  await page.getByRole('button', { name: 'Save' }).tap()
  await expect(page).toHaveURL(/\/$/)
  await openAs(page, `/locations/${made.id}/edit`)
  const asked = page.getByRole('region', { name: 'Invited, not accepted yet' })
  await expect(asked).toContainText(`${JAN.email}waiting`)
  await expectAccessibleEverywhere(page)

  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const jans = await context.newPage()
  await openAs(jans, '/', JAN)
  await expect(jans.getByText(`${PERSON.email} offers you something.`)).toBeVisible()
  await expect(jans.getByText('Eikenhof')).toBeHidden()
  await expectAccessibleEverywhere(jans)
  await toPhone(jans)
  await openAs(jans, await inMail(folder, JAN.email, 2, /(\/devices\?offers=1)/), JAN)
  await expect(jans.getByText(`${PERSON.email} shares location ${made.id} with you`)).toBeVisible()
  await expectAccessibleEverywhere(jans)
  await toPhone(jans)
  await jans.getByRole('button', { name: /^Decline/ }).tap()
  await expect(jans.getByText('There are no offers for you right now.')).toBeVisible()
  await expectAccessibleEverywhere(jans)
  await toPhone(jans)

  await toPhone(page)
  await page.reload()
  await expect(asked).toContainText('declined')
  await asked.getByRole('button', { name: /^Send again/ }).tap()
  await expect(asked).toContainText('waiting')
  await jans.reload()
  await jans.getByRole('button', { name: /^Accept/ }).tap()
  await expect(jans.getByText('There are no offers for you right now.')).toBeVisible()
  await openAs(jans, '/', JAN)
  await expect(jans.getByText('Eikenhof').first()).toBeVisible()
  await page.reload()
  await expect(asked).toBeHidden()
  await expect(page.getByRole('button', { name: `Remove ${JAN.email}` })).toBeVisible()
  await context.close()
})

test('[decisions §3] what waits is taken back, and an unread list says so', async ({ page, product }) => {
  const { origin } = product
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const [place] = await call(api.listLocations, {}, { fetch, origin, token })
  const owners = [PERSON.email, 'piet@farm.example']
  const body = { name: 'Eikenhof', owners }
  await call(api.updateLocation, { params: { id: place?.id ?? 0 }, body }, { fetch, origin, token })
  await openAs(page, `/locations/${place?.id}/edit`)
  await page.getByRole('button', { name: /^Withdraw/ }).tap()
  await expect(page.getByRole('region', { name: 'Invited, not accepted yet' })).toBeHidden()
  await page.route('**/api/offers', route => route.fulfill({ status: 500, body: '{}' }))
  await openAs(page, '/devices')
  await expect(page.getByText('Your offers could not be loaded.')).toBeVisible()
  await page.unroute('**/api/offers')
  await page.getByRole('button', { name: 'Try again' }).tap()
  await expect(page.getByText('could not be read')).toBeHidden()
})
