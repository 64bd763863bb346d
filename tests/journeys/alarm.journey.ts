import { inMail, LINK } from './mailbox.ts'
import { begin, expect, expectAccessibleEverywhere, test, toDesk } from './product.ts'

test('an alarm plan is made, its chain tested, and confirmed by somebody without an account', async ({
  page,
  request,
  product,
}) => {
  await begin(page)
  await expect(page).not.toHaveURL(/sign-up/)
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const made = await request.post(`${product.origin}/api/locations`, {
    headers: { authorization: `Bearer ${token}` },
    data: { name: 'Zonneveld', areas: [{ name: 'Room 1', area_type_id: 25 }] },
  })
  expect(made.status()).toBe(201)

  await page.goto('/alarm-watch')
  await page.getByRole('link', { name: 'Zonneveld' }).click()
  await expect(page.getByText(/does not replace the alarm system that the law requires/)).toBeVisible()
  await page.getByRole('button', { name: 'Create plan' }).click()
  await page.getByLabel('Name').fill('Jan Smit')
  await page.getByLabel('Phone').fill('+31 (0)6 1234 5678')
  await page.getByLabel('E-mail').fill('jan@farm')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This is not an e-mail address')).toBeVisible()
  await page.getByLabel('E-mail').fill('jan@farm.example')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('link', { name: /\+31 \(0\)6/ })).toHaveAttribute('href', 'tel:+31612345678')
  await expect(page.getByText(/^No one on the plan has agreed yet/)).toBeVisible()

  // People who are to be woken say yes first.
  const plan = page.url()
  await page.goto(await inMail(product.folder, 'jan@farm.example', 1, LINK))
  await page.getByRole('button', { name: 'Yes, notify me' }).click()
  await expect(page.getByText(/^You will be notified/)).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.goto(plan)
  await expect(page.getByText('The chain has never been tested.')).toBeVisible()
  await page.getByRole('button', { name: 'Test the chain now' }).click()
  await page.getByRole('button', { name: 'Send the test' }).click()
  await expect(page.getByText(/^last tested/)).toBeVisible()
  await expectAccessibleEverywhere(page)

  await toDesk(page)
  await page.goto(await inMail(product.folder, 'jan@farm.example', 2, LINK))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Test of the alarm chain: Zonneveld')
  await page.getByLabel('Note (optional)').fill('Siren heard, too')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Confirm the test' }).click()
  await expect(page.getByText(/^Confirmed at/)).toBeVisible()

  await page.goBack()
  await expect(page.getByText('Siren heard, too')).toBeVisible()
  await page.goto('/alarm-watch')
  await expect(page.getByText(/^1 person, last tested/)).toBeVisible()
  await expectAccessibleEverywhere(page)
})
