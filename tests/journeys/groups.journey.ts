import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { inMail, LINK } from './mailbox.ts'
import { newAccount } from './people.ts'
import { begin, expect, expectAccessibleEverywhere, openAs, PERSON, PHONE, test, toPhone } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use(PHONE)

const KOEN = { name: 'Koen Bos', email: 'koen@dierpraktijk.example', password: 'Calm-Barn-17' }

test('somebody without an account is invited to a group, joins it, and reads what is shared with it', async ({
  page,
  browser,
  product,
}) => {
  await begin(page)
  const { origin, folder } = product
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const areas = [{ name: 'Piglet room 3', area_type_id: 39 }]
  await call(api.createLocation, { body: { name: 'Eikenhof', areas } }, { fetch, origin, token })
  await openAs(page, '/groups')
  await expect(page.getByText('No groups yet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toPhone(page)
  await page.getByRole('button', { name: 'New group' }).tap()
  await page.getByRole('textbox', { name: 'Name' }).fill('Vet practice')
  await page.getByRole('button', { name: 'Create' }).tap()
  await expect(page.getByRole('heading', { name: 'Vet practice' })).toBeVisible()
  await page.getByRole('textbox', { name: 'E-mail' }).fill(KOEN.email)
  await page.getByRole('button', { name: 'Invite' }).tap()
  await expect(page.getByText(`The invitation is on its way to ${KOEN.email}.`)).toBeVisible()
  await page.getByRole('combobox', { name: 'Your location' }).tap()
  await page.getByRole('option', { name: 'Eikenhof' }).tap()
  await page.getByRole('button', { name: 'Share', exact: true }).tap()
  await expect(page.getByRole('list', { name: 'Shared locations' })).toContainText('Eikenhof')
  await expectAccessibleEverywhere(page)

  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const koens = await context.newPage()
  const link = await inMail(folder, KOEN.email, 1, LINK)
  await koens.goto(link)
  await expect(koens.getByText('invites you to the group “Vet practice”')).toBeVisible()
  await expectAccessibleEverywhere(koens)
  await toPhone(koens)
  await koens.getByRole('link', { name: 'Create an account' }).tap()
  await expect(koens.getByLabel('E-mail')).toHaveValue(KOEN.email)
  await koens.getByLabel('Name', { exact: true }).fill(KOEN.name)
  await koens.getByLabel('Password', { exact: true }).fill(KOEN.password)
  await koens.getByLabel('Repeat password').fill(KOEN.password)
  await koens.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await koens.getByRole('button', { name: 'Create an account' }).tap()
  // The mail is written before the answer has come, which is waited for: it says where to go on.
  await expect(koens.getByRole('heading', { level: 1 })).toHaveText('Ask the administrator')
  await koens.goto(await inMail(folder, KOEN.email, 2, LINK))
  await koens.getByLabel('Password', { exact: true }).fill(KOEN.password)
  await koens.getByRole('button', { name: 'Sign in' }).tap()
  await koens.getByRole('button', { name: 'Join' }).tap()
  await expect(koens.getByRole('heading', { name: 'Vet practice' })).toBeVisible()
  await expect(koens.getByText('You are a member of this group.')).toBeVisible()
  await expect(koens.getByRole('button', { name: 'Invite' })).toBeHidden()
  await openAs(koens, '/', KOEN)
  await expect(koens.getByRole('heading', { name: 'Eikenhof' })).toBeVisible()
  await expect(koens.getByRole('link', { name: /^Edit/ })).toBeHidden()
  await expectAccessibleEverywhere(koens)
  await context.close()
})

test('access ends with the share, and links that are over say so', async ({ page, browser, product }) => {
  const { origin, folder } = product
  const { api_token: token } = await call(api.login, { body: PERSON }, { fetch, origin })
  const server = { fetch, origin, token }
  const [place] = await call(api.listLocations, {}, server)
  const [group] = await call(api.listGroups, {}, server)
  await openAs(page, `/locations/${place?.id}/edit`)
  await page.getByRole('button', { name: 'Stop sharing Vet practice' }).tap()
  await expect(page.getByText('Not shared with any group.')).toBeVisible()
  await expectAccessibleEverywhere(page)

  const context = await browser.newContext({ baseURL: origin, ...PHONE })
  const koens = await context.newPage()
  await openAs(koens, '/', KOEN)
  await expect(koens.getByRole('heading', { name: 'Eikenhof' })).toBeHidden()
  await koens.goto(await inMail(folder, KOEN.email, 2, /(\/sign-in\?\S+)/).then(() => `/groups/${group?.id}`))
  await expect(koens.getByText('Nothing is shared with this group yet.')).toBeVisible()
  const other = { name: 'Lisa', email: 'lisa@zonneveld.example', password: 'Calm-Barn-17' }
  const params = { id: group?.id ?? 0 }
  const asked = await call(api.inviteToGroup, { params, body: { email: other.email } }, server)
  const link = await inMail(folder, other.email, 1, LINK)
  await koens.goto(link)
  await expect(koens.getByText(`This invitation is for ${other.email}`)).toContainText(KOEN.email)
  await expectAccessibleEverywhere(koens)
  const invitation_id = asked.invitation?.id ?? 0
  await call(api.revokeInvitation, { params: { ...params, invitation_id } }, server)
  await koens.reload()
  await expect(koens.getByText('This invitation was revoked.')).toBeVisible()
  await koens.goto(`/invitations/${'x'.repeat(43)}`)
  await expect(koens.getByText('There is no invitation for this link.')).toBeVisible()

  // A person with an account reads of an invitation on home, without the name of the group.
  await call(api.register, { body: newAccount(other) }, { fetch, origin, language: 'en' })
  const proof = await inMail(folder, other.email, 2, /[?&]token=([\w-]+)/)
  await call(api.verifyEmail, { body: { token: proof } }, { fetch, origin })
  await call(api.inviteToGroup, { params, body: { email: other.email } }, server)
  await openAs(koens, '/', other)
  await expect(koens.getByText(`${PERSON.email} invites you to a group.`)).toBeVisible()
  await expect(koens.getByText('Vet practice')).toBeHidden()
  await openAs(koens, '/groups', other)
  await koens.getByRole('button', { name: /^No, thanks/ }).tap()
  await expect(koens.getByRole('list', { name: 'Invitations' })).toBeHidden()
  await context.close()
})
