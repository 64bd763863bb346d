import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { SCREENS } from '../../app/routing/all-screens.ts'
import { SCREEN_HELP } from './screen-helps.ts'

const files = import.meta.glob<Texts['screen-help']>('../../../shared/locales/*/screen-help.json', {
  eager: true,
  import: 'default',
})
const manuals = Object.keys(import.meta.glob('../../../shared/locales/en/manual-*.json'))
const textsIn = (language: string) => files[`../../../shared/locales/${language}/screen-help.json`]

/** Screens around which the shell stands; the gallery of components is not delivered. */
const IN_SHELL = SCREENS.filter(({ who, bare, path }) => who !== 'visitor' && !bare && path !== '/styleguide')
const TITLES = [...new Set(IN_SHELL.map(({ title }) => title))].toSorted()

describe('help of screens', () => {
  test.each(LANGUAGES)('in %s is there for every screen of the shell, and for no other', language => {
    expect(TITLES.length).toBeGreaterThan(50)
    expect(Object.keys(textsIn(language)?.screens ?? {}).toSorted()).toEqual(TITLES)
  })

  test.each(LANGUAGES)(
    'in %s says what the screen is for and one to four things to do, in at most 90 words',
    language => {
      for (const [title, { text, can }] of Object.entries(textsIn(language)?.screens ?? {})) {
        expect(can.length, title).toBeGreaterThanOrEqual(1)
        expect(can.length, title).toBeLessThanOrEqual(4)
        const words = [text, ...can].join(' ').split(/\s+/).length
        expect(words, title).toBeGreaterThan(5)
        expect(words, title).toBeLessThanOrEqual(90)
      }
    },
  )

  test('names manuals that there are, and none where a stranger could not open it', () => {
    for (const [title, { manual }] of Object.entries(SCREEN_HELP)) {
      if (!manual) continue
      expect(manuals, title).toContain(`../../../shared/locales/en/manual-${manual.replaceAll('_', '-')}.json`)
      const open = IN_SHELL.filter(screen => screen.title === title)
      expect(open.length, title).toBeGreaterThan(0)
      expect(open.filter(({ who }) => who === 'everyone').map(({ path }) => path)).toEqual([])
    }
  })
})
