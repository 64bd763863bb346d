import { hold, openRendered, renderedOf } from './first-paint.ts'
import { expect, expectAccessible, fits, openAs, PHONE, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo', ...PHONE })

/** A date as people of the United States write it, and a time of a clock of 12 hours. */
const DATE = /\b\d{2}\/\d{2}\/\d{4}\b/
const TIME = /\b\d{1,2}:\d{2}\s[ap]m/

test('on a phone: °F, 12 hours, weeks from Sunday and the month first hold on every screen, and a typed limit stays', async ({
  page,
}) => {
  await openAs(page, '/profile')
  await page.getByRole('button', { name: /^Units and formats/ }).tap()
  const dialog = page.getByRole('dialog', { name: 'Change units and formats' })
  await dialog.getByLabel('Temperature').selectOption('fahrenheit')
  await dialog.getByLabel('Date').selectOption('month_first')
  await dialog.getByLabel('Clock').selectOption('12')
  await dialog.getByLabel('Week starts on').selectOption('sunday')
  await expect(dialog).toContainText('70.7 °F · 11/27/2026 4:09 pm')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).tap()
  await expect(page.getByRole('button', { name: /^Units and formats/ })).toContainText('°F')

  await test.step('home and its HTML from the server', async () => {
    const errors: string[] = []
    page.on('pageerror', error => errors.push(error.message))
    page.on('console', message => message.type() === 'error' && errors.push(message.text()))
    const letGo = await hold(page)
    await openRendered(page, '/data/1')
    await expect(renderedOf(page)).toContainText('°F')
    await letGo()
    expect(errors).toEqual([])
  })

  await test.step('data', async () => {
    const chart = page.getByRole('region', { name: 'Temperature', exact: true })
    await expect(chart).toContainText('°F')
    await expect(chart).not.toContainText('°C')
    await chart.getByRole('button', { name: /^Table/ }).tap()
    const table = page.getByRole('dialog', { name: 'Temperature (°F)' })
    await expect(table.getByRole('rowheader').first()).toHaveText(TIME)
    const mean = table.getByRole('cell', { name: /^\d+\.\d$/ }).first()
    expect(Number(await mean.textContent())).toBeGreaterThan(50)
    await page.keyboard.press('Escape')
    expect(await fits(page)).toBe(true)
  })

  await test.step('a rule keeps the limit that was typed', async () => {
    await page.goto('/alertrules/create')
    await page.getByRole('button', { name: /^Quantity:/ }).tap()
    await page.getByRole('menuitemradio', { name: 'Temperature', exact: true }).tap()
    await page.getByRole('textbox', { name: 'Limit, °F' }).fill('75')
    await page.getByRole('button', { name: 'Save and switch on' }).tap()
    const rule = page.getByRole('link', { name: /above 75 °F/ })
    await expect(rule).toBeVisible()
    await rule.tap()
    await expect(page.getByRole('textbox', { name: 'Limit, °F' })).toHaveValue('75')
  })

  await test.step('alerts and the diary', async () => {
    await page.goto('/inspections')
    await expect(page.getByRole('main')).toContainText(DATE)
    await expect(page.getByRole('main')).toContainText(TIME)
    await page.goto('/inspect')
    const when = page.getByRole('textbox', { name: 'When' })
    await expect(when).toHaveValue(/^\d{2}\/\d{2}\/\d{4} \d{1,2}:\d{2}\s[ap]m$/)
    await when.fill('11/20/2026 2:30 pm')
    await when.blur()
    await expect(when).toHaveValue(/^11\/20\/2026 2:30\spm$/)
    await page.goto('/alerts')
    await expect(page.getByRole('main')).not.toContainText('°C')
  })

  await test.step('calendars begin with Sunday', async () => {
    await page.goto('/inspect')
    await page.getByRole('button', { name: /^Calendar: When/ }).tap()
    await expect(page.getByRole('dialog').getByRole('columnheader').first()).toHaveText(/^Su/)
  })
})
