import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail } from './mailbox.ts'
import { newAccount } from './people.ts'
import {
  begin,
  expect,
  expectAccessibleEverywhere,
  openAs,
  PERSON,
  PHONE,
  placeDevice,
  postingAs,
  test,
  toPhone,
} from './product.ts'

test.use(PHONE)

const KOEN = { name: 'Koen Bos', email: 'koen@eikenhof.example', password: 'Calm-Barn-17' }

test('[specification §5] who is away names a stand-in, who says yes by the mail, gets the alerts, and is thanked with one tap', async ({
  page,
  browser,
  product,
}) => {
  await begin(page)
  const { origin, folder } = product
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const server = { fetch, origin, token }
  const areas = [{ name: 'Piglet room 3', area_type_id: 39 }]
  const location = await call(api.createLocation, { body: { name: 'Eikenhof', areas } }, server)
  await openAs(page, '/profile/alerts')
  const card = page.getByRole('region', { name: 'When you are away' })
  await expect(card).toContainText('No one else can see your locations yet')
  await expect(card.getByRole('link', { name: 'To your groups' })).toBeVisible()

  await call(api.register, { body: newAccount(KOEN) }, { fetch, origin, language: 'en' })
  const proof = await inMail(folder, KOEN.email, 1, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })
  const { api_token: koens } = await call(api.login, { body: KOEN }, { fetch, origin })
  const group = await call(api.createGroup, { body: { name: 'Family' } }, server)
  const params = { id: group.id }
  await call(api.setGroupShares, { params, body: [{ location_id: location.id, may: 'read' }] }, server)
  await call(api.inviteToGroup, { params, body: { email: KOEN.email } }, server)
  await call(api.acceptOwnInvitation, { params }, { fetch, origin, token: koens })

  await page.reload()
  await card.getByRole('button', { name: 'Plan time away' }).tap()
  await expect(card.getByRole('combobox', { name: 'Who covers for you' })).toHaveValue(/\d/)
  await expect(card).toContainText('Koen Bos can see all your locations')
  const first = await card.getByRole('textbox', { name: 'Away from' }).inputValue()
  const until = card.getByRole('textbox', { name: 'until and including' })
  await until.fill('2020-01-01')
  await card.getByRole('button', { name: 'Ask and save' }).tap()
  await expect(card).toContainText('The last day must not be before the first.')
  const last = new Date(Date.parse(first) + 7 * 86_400_000).toISOString().slice(0, 10)
  await until.fill(last)
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await card.getByRole('button', { name: 'Ask and save' }).tap()
  await expect(card).toContainText(`You are away until ${last}`)
  await expect(card).toContainText('Koen Bos has not answered yet. Until then you get your alerts as always.')

  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const phone = await context.newPage()
  await phone.goto(`/stand-in/1.${'x'.repeat(43)}`)
  await expect(phone.getByText('This link no longer works')).toBeVisible()
  await phone.goto(await inMail(folder, KOEN.email, 3, /(\/stand-in\/[\w.-]+)/))
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText(`Cover for ${PERSON.name}`)
  await expectAccessibleEverywhere(phone)
  await toPhone(phone)
  await phone.getByRole('button', { name: 'Yes, I’ll cover' }).tap()
  await expect(phone.getByText('You are covering. You can change your mind here at any time.')).toBeVisible()

  await page.reload()
  await expect(card).toContainText('Koen Bos covers for you and has agreed.')
  const rule = { physical_quantity_id: 1, threshold_value: 20, calculation_minutes: 0 as const }
  await call(api.createAlertRule, { body: { ...rule, urgency: 'act_now' } }, server)
  const send = await postingAs(page)
  await send('/measurements', { t: 30 }, await placeDevice(send, location))
  await expect.poll(async () => (await call(api.listAlerts, {}, server)).length).toBe(1)
  const [alert] = await call(api.listAlerts, {}, server)
  await openAs(page, `/alerts?alert=${alert?.id}`)
  await expect(page.getByText(`covers for ${PERSON.name}`)).toBeVisible()
  await expect(page.getByText('Koen Bos and the person away are both notified')).toBeVisible()
  await expectAccessibleEverywhere(page)

  await openAs(phone, '/profile/alerts', KOEN)
  const asked = phone.getByRole('region', { name: 'Who you cover for' })
  await expect(asked).toContainText(`You cover for ${PERSON.name} from ${first} to ${last}.`)
  await expectAccessibleEverywhere(phone)
  await openAs(page, '/profile/alerts')
  await toPhone(page)
  await card.getByRole('button', { name: 'I’m back' }).tap()
  await expect(card.getByRole('button', { name: 'Plan time away' })).toBeVisible()
  await phone.reload()
  await expect(asked).toBeHidden()
  await context.close()
})
