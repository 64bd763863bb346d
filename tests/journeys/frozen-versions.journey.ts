import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, test, toDesk, toPhone } from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

test('[decisions §12] data of a project are frozen, downloaded and published, and a note stands beside them', async ({
  page,
  context,
}) => {
  await toDesk(page)
  await openAs(page, '/research')
  await page
    .getByRole('link', { name: /Winter air/ })
    .first()
    .click()

  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Add a note' }).click()
  const note = page.getByRole('dialog', { name: 'Add a note' })
  await note.getByRole('textbox', { name: 'Title' }).fill('Fans on')
  await note.getByRole('button', { name: 'Save' }).click()
  await expect(notes.getByText('Fans on', { exact: true }).first()).toBeVisible()

  const versions = page.getByRole('region', { name: 'Frozen versions' })
  await expect(versions.getByText('Version 1: Winter air')).toBeVisible()
  await versions.getByRole('button', { name: 'Freeze data' }).click()
  const dialog = page.getByRole('dialog', { name: 'Freeze data' })
  await expect(dialog.getByText(/4 devices/)).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Values' }).click()
  await page.getByRole('option', { name: 'Means over 60 min' }).click()
  await expectAccessibleEverywhere(page)
  await toDesk(page)
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Winter air by the hour')
  await dialog.getByRole('button', { name: 'Freeze', exact: true }).click()
  const version = versions.getByRole('listitem').filter({ hasText: 'Version 2: Winter air by the hour' })
  await expect(version.getByText('ready')).toBeVisible({ timeout: 60_000 })
  const download = page.waitForEvent('download')
  await version.getByRole('button', { name: /^Download/ }).click()
  const files = unzipSync(readFileSync(await (await download).path()))
  expect(Object.keys(files)).toContain('datapackage.json')
  expect(Buffer.from(files['data/notes.csv'] ?? []).toString()).toContain('Feed with less protein')

  await version.getByRole('button', { name: 'Public page' }).click()
  await page.getByRole('checkbox', { name: 'Page for everyone' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(version.getByText('public', { exact: true })).toBeVisible()
  const address = await version.getByRole('link', { name: 'Open page' }).getAttribute('href')
  await expectAccessibleEverywhere(page)

  const visitor = await (await context.browser())?.newPage()
  if (!visitor) throw new Error('no browser')
  await visitor.goto(new URL(address ?? '', page.url()).href)
  await expect(visitor.getByRole('heading', { level: 1, name: 'Winter air by the hour' })).toBeVisible()
  await expect(visitor.getByText('The project does not offer the data for download.')).toBeVisible()
  await expect(visitor.getByText('Zonneveld')).toHaveCount(0)
  await expectAccessibleEverywhere(visitor)
  await toPhone(visitor)
  await visitor.close()
})
