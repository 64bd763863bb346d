import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, expectAccessibleEverywhere, FIXTURE_MS, openAs, test, toDesk, toPhone } from './product.ts'

test.use({ farm: 'demo' })
test.setTimeout(FIXTURE_MS)

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const CARDS = ['How complete is the data?', 'Spread per device', 'Day by day', 'Grade of the mean', 'What is related']
const ANSWERED_WITHIN_MS = 60_000

const expectAnswered = async (page: Page) => {
  for (const name of CARDS)
    await expect(card(page, name).getByRole('button', { name: `Table ${name}` })).toBeVisible({
      timeout: ANSWERED_WITHIN_MS,
    })
}

test('[specification §2] the research dashboard shows a project, compares its groups, and fits a phone', async ({
  page,
}) => {
  await toDesk(page)
  await openAs(page, '/research')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('link', { name: 'Research dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Research dashboard' })).toBeVisible()
  await expectAnswered(page)
  await expectAccessibleEverywhere(page)

  const groups = card(page, 'Treatment versus control')
  const options = page.getByRole('option').filter({ visible: true })
  await groups.getByLabel('Treatment', { exact: true }).first().click()
  await options.first().click()
  await page.keyboard.press('Escape')
  await groups.getByLabel('Control', { exact: true }).first().click()
  await options.first().click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/treatment=\d+&control=\d+/)
  await groups
    .getByRole('button', { name: /^Week of / })
    .first()
    .click()
  const why = page.getByRole('dialog', { name: /week of/ })
  await expect(why).toContainText('the effect of chance cannot be estimated')
  await page.keyboard.press('Escape')

  await card(page, 'What is related')
    .getByRole('button', { name: /Show the days/ })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toContainText('r = ')
  await page.keyboard.press('Escape')

  const spread = card(page, 'Spread per device')
  await spread.getByRole('button', { name: 'Download or print: Spread per device' }).click()
  const drawing = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Drawing (SVG)' }).click()
  expect(readFileSync(await (await drawing).path(), 'utf8')).toMatch(/^<svg /)

  await toPhone(page)
  await page.getByRole('button', { name: 'Filters' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(sheet.getByText('Count only days with')).toBeVisible()
  await sheet.getByRole('button', { name: 'Show the charts' }).click()
  await expectAnswered(page)
})
