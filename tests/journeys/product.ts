import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import { type ServerProcess, startServer } from '../crash/server-process.ts'

export interface Product extends ServerProcess {
  /** Where it keeps its data. */
  folder: string
}

/** With which a network server proves itself. */
export const WEBHOOK_SECRET = 'secret-of-a-network-server'

/** A product of its own for each file: a fresh data folder, the real server. */
export const test = base.extend<object, { product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'barnometer-journey-'))
      const product = await startServer(folder, { WEBHOOK_SECRET })
      await use({ ...product, folder })
      await product.end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
})

export const PERSON = { name: 'Marieke', email: 'marieke@zonneveld.example', password: 'Stable-Air-42' }

/** Fills the form of the first account; whether the demo farm comes with it is for the caller to say. */
export const signUp = async (page: Page, demo: boolean): Promise<void> => {
  await page.goto('/sign-up')
  await page.getByLabel('Name', { exact: true }).fill(PERSON.name)
  await page.getByLabel('E-mail').fill(PERSON.email)
  await page.getByLabel('Password', { exact: true }).fill(PERSON.password)
  await page.getByLabel('Password again').fill(PERSON.password)
  await page.getByRole('checkbox', { name: /I accept the terms/ }).check()
  await page.getByRole('switch', { name: /Load the demo farm/ }).setChecked(demo)
  await page.getByRole('button', { name: 'Create an account' }).click()
}

/** Fills the form of the sign-in and presses its button, whatever comes of it. */
export const trySignIn = async (page: Page, person = PERSON): Promise<void> => {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs in and waits until the product is open. */
export const signIn = async (page: Page, person = PERSON): Promise<void> => {
  await trySignIn(page, person)
  await expect(page).not.toHaveURL(/\/sign-in/)
}

/** Nothing serious for people who read with keyboard, ears or little sight; with `rules`, by these alone. */
export const expectAccessible = async (page: Page, rules?: string[]): Promise<void> => {
  // The product has no frames, for which axe would open a second page.
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze()
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    serious.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(node => `${node.target.join(' ')} ${JSON.stringify(node.any[0]?.data)}`).join(' | ')}`,
    ),
  ).toEqual([])
}

/** What a scheme decides: the rest is the same in light and dark. */
const OF_COLOURS = ['color-contrast']

/** A busy machine takes its time to fade from one scheme to the other. */
const settledColours = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const ending = document.getAnimations().filter(one => Number.isFinite(one.effect?.getComputedTiming().endTime))
    const ended = Promise.all(ending.map(one => one.finished.catch(() => undefined)))
    // One that stands still never ends.
    return Promise.race([ended, new Promise(resolve => setTimeout(resolve, 2000))]).then(() => undefined)
  })

/** Looks at the open page as it is on a phone and a desk, in light and dark. */
export const expectAccessibleEverywhere = async (page: Page): Promise<void> => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
      // Charts are drawn anew in the other colours.
      await page.waitForTimeout((await page.locator('canvas').count()) > 0 ? 500 : 150)
      await settledColours(page)
      await expectAccessible(page, colorScheme === 'light' ? undefined : OF_COLOURS)
    }
}

export { expect }
