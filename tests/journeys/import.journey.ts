import type { Page } from '@playwright/test'
import { begin, expect, expectAccessible, openAs, PERSON, test } from './product.ts'

test.describe.configure({ mode: 'serial' })

const FILE = `datum_tijd;NH3 [ppm];Temp F;RV;Opmerking
20-10-2025 00:05;8,4;75,2;61;
20-10-2025 00:10;err;75,4;61;klok
20-10-2025 00:15;8,5;999;;
`

/** A device made by the API: how one is added is told elsewhere. */
const addDevice = async (page: Page): Promise<number> => {
  const login = await page.request.post('/api/login', { data: { email: PERSON.email, password: PERSON.password } })
  const { api_token } = await login.json()
  const made = await page.request.post('/api/sensors', {
    headers: { authorization: `Bearer ${api_token}` },
    data: { name: 'West wall', device_name: 'BM 2041' },
  })
  return (await made.json()).id
}

test('[decisions §5] a file is chosen, its reading changed, imported and undone', async ({ page }) => {
  await begin(page)
  await expect(page).not.toHaveURL(/sign-up/)
  const id = await addDevice(page)
  await page.goto(`/devices/${id}/import`)
  await expect(page.getByText('Nothing has been imported yet.')).toBeVisible()
  const choose = page.locator('input[type=file]')
  await choose.setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from('no table') })
  await expect(page.getByText('This file contains no table with a time in each row.')).toBeVisible()
  await choose.setInputFiles({ name: 'piglets.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) })
  await expect(page.getByRole('heading', { name: 'What is in each column?' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Separator', exact: true })).toHaveValue('Semicolon ;')
  await expect(page.getByRole('combobox', { name: 'Unit of Temp F' })).toHaveValue('°F')
  await expect(page.getByRole('row', { name: 'Line 3' })).toContainText('not a number')
  await expect(page.getByRole('row', { name: 'Line 4' })).toContainText('out of range')
  await expect(page.getByRole('button', { name: 'Import 6 values' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'What column RV contains' }).click()
  await page.getByRole('option', { name: 'Leave out' }).click()
  await page.getByRole('button', { name: 'Import 4 values' }).click()
  await expect(page.getByText('piglets.csv was imported.')).toBeVisible()
  const past = page.getByRole('listitem').filter({ hasText: 'piglets.csv' })
  await expect(past).toContainText('4 values')
  await past.getByRole('button', { name: 'Undo the import of piglets.csv' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('4 values are removed again.')
  await dialog.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(past).toContainText('undone')
  await expect(past.getByRole('button')).toHaveCount(0)
})

test('[decisions §5] a unit that gives what no barn has is asked about before anything is stored', async ({ page }) => {
  await openAs(page, '/devices/1/import')
  const buffer = Buffer.from('time,pressure,value\n2025-10-20 00:05,760,1\n2025-10-20 00:10,761,1\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'pressure.csv', mimeType: 'text/csv', buffer })
  await expect(page.getByText('In hPa, the middle value of pressure')).toBeVisible()
  await expect(page.getByText('Answer the question about the columns first.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Import 2 values' })).toBeDisabled()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'mmHg: then' }).click()
  await expect(page.getByRole('combobox', { name: 'Unit of pressure' })).toHaveValue('mmHg')
  await page.getByRole('button', { name: 'Import 2 values' }).click()
  await expect(page.getByText('pressure.csv was imported.')).toBeVisible()
})

test('[decisions §5] a file that was sent and not imported waits in the list until it is gone on with or discarded', async ({
  page,
}) => {
  await openAs(page, '/devices/1/import')
  const file = { name: 'waiting.csv', mimeType: 'text/csv', buffer: Buffer.from(FILE) }
  await page.locator('input[type=file]').setInputFiles(file)
  await expect(page.getByRole('heading', { name: 'What is in each column?' })).toBeVisible()
  const discard = page.getByRole('button', { name: 'Discard waiting.csv' })
  await expect(discard).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('listitem').filter({ has: discard })).toContainText('uploaded, not imported')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with waiting.csv' }).click()
  await expect(page.getByRole('heading', { name: 'What is in each column?' })).toBeVisible()
  await page.reload()
  await discard.click()
  await expect(discard).toHaveCount(0)
})

test('[decisions §5] a measurement by hand is written down beside the sensor, changed and deleted', async ({
  page,
}) => {
  await openAs(page, '/data')
  await page.goto('/data/1')
  await page.getByRole('button', { name: 'Manual reading' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Measurement' }).fill('NH3')
  await page.getByRole('option', { name: 'NH3', exact: true }).click()
  await dialog.getByLabel('Value').fill('5000')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('must be between')).toBeVisible()
  await dialog.getByLabel('Value').fill('12,5')
  await dialog.getByLabel('Note').fill('gas tube')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'gas tube' }).first()
  await expect(entry).toContainText('NH3 12.5')
  await entry.getByRole('button', { name: /^Change/ }).click()
  await dialog.getByLabel('Value').fill('11')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(entry).toContainText('NH3 11')
  await entry.getByText('History').click()
  await expect(entry.getByText(/was NH3 12\.5.*gas tube/)).toBeVisible()
  await entry.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(entry).toContainText('deleted')
  await expect(entry.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
})
