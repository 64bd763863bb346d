import { describe, expect, test } from 'vitest'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import type { Texts } from '#shared/locales/texts.ts'
import { SCREENS } from '../../app/routing/all-screens.ts'
import { find, questionEntries } from '../../app/search/search-entries.ts'
import { hrefOf } from '../../kit/routing/address.ts'
import { opensFor, type Viewer } from '../../kit/routing/visibility.ts'
import { SOLVED_ON } from './questions.ts'

const files = import.meta.glob<Texts['questions']>('../../../shared/locales/*/questions.json', {
  eager: true,
  import: 'default',
})
const questionsIn = (language: string) =>
  Object.entries(files[`../../../shared/locales/${language}/questions.json`]?.questions ?? {})
const viewer = (over: Partial<Viewer>): Viewer => ({
  user: { admin: false, permissions: [] },
  plans: ['pro'],
  emissionResearch: true,
  projectResearch: true,
  ...over,
})
const solving = Object.entries(SOLVED_ON).map(
  ([id, { to }]) => [id, SCREENS.find(({ path }) => path === to.address.path)] as const,
)
const openTo = (who: Viewer) => solving.filter(([, screen]) => screen && opensFor(screen, who)).map(([id]) => id)

describe('[specification §2] questions and answers', () => {
  test.each(LANGUAGES)('in %s are answered in few words, each with a screen that solves it', language => {
    const questions = questionsIn(language)
    expect(questions.length).toBeGreaterThanOrEqual(15)
    expect(questions.length).toBeLessThanOrEqual(25)
    expect(questions.map(([id]) => id)).toEqual(Object.keys(SOLVED_ON))
    for (const [id, { question, answer }] of questions) {
      expect(question, id).toMatch(/[?.]$/)
      expect(answer.split(/\s+/).length, id).toBeLessThanOrEqual(75)
    }
  })

  test('lead only where the reader may go', () => {
    const all = Object.keys(SOLVED_ON)
    expect(openTo(viewer({}))).toEqual(all)
    expect(openTo(viewer({ emissionResearch: false }))).toEqual(all.filter(id => id !== 'permit'))
    expect(openTo(viewer({ plans: ['light'] }))).toEqual(all.filter(id => id !== 'too_many'))
    expect(openTo(viewer({ user: null }))).toEqual([])
  })

  test('are searched by their question, and one found opens its answer', () => {
    const entries = questionsIn('en').map(([id, texts]) => ({ id: id as keyof typeof SOLVED_ON, ...texts }))
    const [first] = find(questionEntries(entries), 'grey')
    expect(first?.name).toBe('Why is my barn grey?')
    expect(first && 'to' in first.leads && hrefOf(first.leads.to)).toBe('/help/questions#grey')
  })
})
