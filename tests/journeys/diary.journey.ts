import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import {
  begin,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  PERSON,
  type Product,
  test,
  toDesk,
} from './product.ts'

/** A farm of one room, and what writes to it without the screens. */
const prepare = async (page: Page, request: APIRequestContext, { origin }: Product) => {
  const token = await page.evaluate(() => localStorage.getItem('barnometer.token'))
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, data: unknown) => {
    const answer = await request.post(`${origin}/api${path}`, { headers, data })
    expect(answer.status(), `${path} ${await answer.text()}`).toBeLessThan(300)
    return answer.json()
  }
  const { id, areas } = await post('/locations', { name: 'Zonneveld', areas: [{ name: 'Room 1', area_type_id: 25 }] })
  const area_ids = [areas[0].id]
  const lists = async () => (await request.get(`${origin}/api/inspections/lists`, { headers })).json()
  const inspect = (hoursAgo: number, more: object) =>
    post('/inspections', {
      client_id: randomUUID(),
      location_id: id,
      area_ids,
      date: new Date(Date.now() - hoursAgo * HOUR_MS).toISOString(),
      ...more,
    })
  return { areaId: areas[0].id, lists, inspect }
}

test('[specification §3] a list is copied and put in order; what was found with it is read, compared, deleted and brought back', async ({
  page,
  request,
  product,
}) => {
  await begin(page)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(PERSON.name)
  // The empty diary shows one way to the first inspection, not two beside each other.
  await page.goto('/diary')
  await expect(page.getByText('No inspections yet')).toBeVisible()
  await expect(page.getByRole('link', { name: 'New inspection' })).toHaveCount(1)
  const { areaId, lists, inspect } = await prepare(page, request, product)

  await page.goto('/checklists')
  await page.getByRole('link', { name: 'Copy Daily round', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Daily round, copy')
  const rows = page.getByRole('region', { name: 'Your list' }).getByRole('list').getByRole('listitem')
  const second = await rows.nth(1).getByRole('button').nth(1).textContent()
  await rows.nth(1).getByRole('button', { name: /^Drag/ }).press('Alt+ArrowUp')
  await expect(rows.first().getByRole('button').nth(1)).toHaveText(second ?? '')
  await expect(page.getByRole('status').filter({ hasText: /, 1 of \d+$/ })).toBeAttached()
  await expect(rows.first().getByRole('button', { name: /^Drag/ })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await toDesk(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 3, name: 'Daily round, copy' })).toBeVisible()

  const list = (await lists()).checklists.find(({ name }: { name: string }) => name === 'Daily round, copy')
  const asked = { checklist_id: list.id, checklist_version: list.version }
  const answers = (yes: boolean) =>
    Object.fromEntries(
      list.items
        .filter(({ parent }: { parent: string | null }) => parent === null)
        .flatMap(({ key, input, required }: { key: string; input: string; required: boolean }) => {
          if (input === 'yes_no') return [[key, yes]]
          if (input === 'yes_is_bad') return [[key, false]]
          return required ? [[key, input === 'number' ? 0 : '']] : []
        }),
    )
  await inspect(26, { ...asked, impression: 'good', answers: answers(true), notes: 'All calm' })
  const found = { impression: 'bad', needs_attention: true, notes: 'Floor wet below the nipple' }
  const { id } = await inspect(1, { ...asked, ...found, answers: answers(false) })

  await page.getByRole('navigation', { name: 'Main areas' }).getByRole('link', { name: 'Diary' }).click()
  const entry = page.getByRole('listitem').filter({ hasText: 'Floor wet' })
  await expect(entry).toContainText('Needs attention')
  await expect(page.getByText('All calm')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Bad' }).click()
  await expect(page).toHaveURL(/impression=bad/)
  await expect(page.getByText('All calm')).toBeHidden()
  await expect(page.getByText('1 of 2 inspections')).toBeVisible()

  await page.goto(`/areas/${areaId}/inspections?view=compare`)
  const table = page.getByRole('table')
  await expect(table.getByRole('button')).toHaveCount(2)
  await expect(table.getByText('No, changed').first()).toBeVisible()
  await expect(page.getByRole('complementary').getByText('Floor wet')).toBeVisible()
  await expectAccessibleEverywhere(page)
  await toDesk(page)
  await page.getByRole('link', { name: /^Open/ }).click()

  await expect(page).toHaveURL(new RegExp(`/inspections/${id}$`))
  await expect(page.getByText('Floor wet below the nipple')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Daily round, copy' })).toContainText('No')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/diary$/)
  await expect(page.getByText('All calm')).toBeVisible()
  await expect(entry).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(entry).toBeVisible()
})
