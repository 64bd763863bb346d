import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, openAs, PHONE, test } from './product.ts'

test.describe.configure({ mode: 'serial' })
test.use({ farm: 'demo', ...PHONE })

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const SCREENS = [
  ...readdirSync(WEB).map(feature => join(WEB, feature, 'screens.ts')),
  join(WEB, 'kit/routing/not-found.ts'),
]
  .filter(path => existsSync(path))
  .map(path => readFileSync(path, 'utf8'))
  .join('\n')
/** Parts of addresses that are not simply the first of their kind. */
const EXAMPLES: Record<string, string> = {
  '/data/{-$id}': '/data/1?interval=month',
  '/manuals/$key': '/manuals/quick_start',
  '/404': '/404?resource=location',
  '/password-reset': '/password-reset?email=piet%40hurkmans.example&code=AB2CD3',
}
/** Opened before somebody has signed in. */
const VISITOR = ['/sign-in', '/sign-up', '/password-forgot', '/password-reset', '/terms']

const paths = [...new Set([...SCREENS.matchAll(/path: '(\/[^']*)'/g)].map(([, path]) => path as string))]
const addressOf = (path: string): string => EXAMPLES[path] ?? path.replaceAll(/\$\w+/g, '1')

/** Texts that somebody with this screen can not read whole. What is shortened on purpose has a title that says all. */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clips = (value: string) => value === 'hidden' || value === 'clip'
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'
    const cutBy = (rect: DOMRect, start: Element): string | null => {
      for (let box: Element | null = start; box; box = box.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(box)
        const edge = box.getBoundingClientRect()
        // Text for ears alone.
        if (edge.width <= 1 || edge.height <= 1) return null
        if (clips(overflowX) && (rect.right > edge.right + 1 || rect.left < edge.left - 1))
          return box.closest('[title]') ? null : `cut by ${box.tagName}.${box.className}`
        if (clips(overflowY) && rect.bottom > edge.bottom + 2) return `cut below by ${box.tagName}.${box.className}`
        if (scrolls(overflowX)) return null
        if (position === 'fixed') break
      }
      return rect.right > innerWidth + 1 || rect.left < -1 ? 'beside the screen' : null
    }
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim()
      const parent = node.parentElement
      if (
        !text ||
        parent?.closest('svg[aria-hidden]') ||
        !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const rects = [...range.getClientRects()].filter(({ width }) => width > 0)
      const cut = rects.map(rect => cutBy(rect, parent)).find(one => one !== null)
      const own = parent.getBoundingClientRect()
      const { overflowX, display } = getComputedStyle(parent)
      const holds = !display.startsWith('inline') && !scrolls(overflowX) && own.width > 1 && !parent.closest('[title]')
      if (cut) found.add(`${text} (${cut})`)
      else if (holds && rects.some(({ right }) => right > own.right + 1))
        found.add(`${text} (wider than its ${parent.tagName}.${parent.className})`)
    }
    if (document.documentElement.scrollWidth > innerWidth)
      found.add(`the page is ${document.documentElement.scrollWidth} px wide`)
    return [...found]
  })

/** Waits until nothing has come or gone for a while; what never rests is looked at all the same. */
const rested = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    await new Promise<void>(rests => {
      let rest = setTimeout(rests, 400)
      setTimeout(rests, 3000)
      new MutationObserver(() => {
        clearTimeout(rest)
        rest = setTimeout(rests, 400)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    await document.fonts.ready
  })

/** Does it again, three times at most, where the page went elsewhere meanwhile, which ends whatever is asked of it. */
const retried = async <Result>(action: () => Promise<Result>, tries = 3): Promise<Result> => {
  try {
    return await action()
  } catch (error) {
    if (!/navigat|context was destroyed|ERR_ABORTED/i.test(String(error)) || tries === 0) throw error
    return retried(action, tries - 1)
  }
}

/** Goes to a screen as a link does: to load the product anew for each takes four times the work. Resolves once it is there. */
const goTo = (page: Page, href: string): Promise<void> =>
  page.evaluate(async to => {
    const router = (window as unknown as { __TSR_ROUTER__: { navigate(options: { href: string }): Promise<void> } })
      .__TSR_ROUTER__
    await router.navigate({ href: to })
  }, href)

const LANGUAGES = ['de', 'es', 'nl'] as const

/** Address that keeps its language when a page whose answers are slow to come loads itself anew. */
const inLanguage = (href: string, language: string): string => {
  const { pathname, search, hash } = new URL(href, 'http://localhost')
  const query = new URLSearchParams(search)
  query.set('locale', language)
  return `${pathname}?${query}${hash}`
}

/** Looks at screens in all languages at once, each in a page of its own: most of the time it waits. */
const cutInAny = async (page: Page, paths: string[], alsoIn?: (page: Page, look: Look) => Promise<void>) => {
  const cut: string[] = []
  const lookIn = async (language: string) => {
    const own = await page.context().newPage()
    const look: Look = async where => {
      // A page whose answers are slow to come loads itself anew, which ends the look at it: it is looked at once all has come.
      const cutHere = await retried(async () => {
        await rested(own)
        await expect(own.locator('.bm-skeleton')).toHaveCount(0, { timeout: 60_000 })
        return cutTexts(own)
      })
      cut.push(...cutHere.map(one => `${language} ${where}: ${one}`))
    }
    await retried(() => own.goto(`/404?locale=${language}`))
    await retried(() => own.waitForFunction(() => 'ready' in document.documentElement.dataset))
    for (const path of paths) {
      await retried(() => goTo(own, inLanguage(addressOf(path), language)))
      await expect(own.getByRole('heading').first(), own.url()).toBeVisible()
      await expect(own.locator('html')).toHaveAttribute('lang', language)
      await look(path)
    }
    await alsoIn?.(own, look)
    await own.close()
  }
  await Promise.all(LANGUAGES.map(lookIn))
  return cut
}
type Look = (where: string) => Promise<void>

test('[ui §9] no text is cut on a phone before signing in, in German, Spanish and Dutch', async ({ page }) => {
  expect(await cutInAny(page, VISITOR)).toEqual([])
})

test('[ui §9] no text is cut on a phone on any screen, in German, Spanish and Dutch', async ({ page }) => {
  test.setTimeout(600_000)
  await openAs(page, '/')
  await expect(page.getByText('Piglet room 3').first()).toBeVisible()
  const inside = paths.filter(path => path !== '/' && !VISITOR.includes(path))
  expect(inside.length, 'screens that were found').toBeGreaterThan(40)
  const cut = await cutInAny(page, [...inside, '/'], async (own, look) => {
    const bar = own.getByRole('banner').getByRole('button')
    for (const nth of [0, 1, 2, 4]) {
      await bar.nth(nth).click()
      await expect(own.getByRole('dialog')).toBeVisible()
      await look(`home, button ${nth} of the bar`)
      await own.keyboard.press('Escape')
      await expect(own.getByRole('dialog')).toBeHidden()
    }
  })
  expect(cut).toEqual([])
})
