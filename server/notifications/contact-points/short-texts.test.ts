import { describe, expect, test } from 'vitest'
import { fullText } from './services/service.ts'
import { isGsmText, partsOf, smsText, spokenText } from './short-texts.ts'

const link = 'https://barnometer.example/alerts?alert=1234567'

describe('an SMS', () => {
  test('has the sentence and the link, in the alphabet that every telephone knows', () => {
    const sentence = 'NH₃ 24.6\u202Fppm – „Stall 3“: Größe 25.1\u202F°C, 40\u202Fµg/m³, ¿qué? Máximo'
    expect(smsText({ sentence, link })).toBe(`NH3 24.6 ppm - "Stall 3": Größe 25.1 C, 40 ug/m3, ¿qué? Maximo ${link}`)
    expect(isGsmText(smsText({ sentence, link }))).toBe(true)
  })

  test.each([
    ['of the alphabet', 'a very long name of a barn '],
    ['of signs that count twice', '{[|]} '],
    ['beyond the alphabet', 'Ферма '],
    ['of pairs of code units', '🐖 '],
  ])('%s goes out in two parts, with its whole link', (_, word) => {
    const text = smsText({ sentence: word.repeat(100), link })
    expect(partsOf(text)).toBe(2)
    expect(text.endsWith(`... ${link}`)).toBe(true)
    expect(text.isWellFormed()).toBe(true)
  })

  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['д'.repeat(70), 1],
    ['д'.repeat(71), 2],
    ['д'.repeat(135), 3],
  ])('is counted in parts as its network counts: %#', (text, parts) => {
    expect(partsOf(text)).toBe(parts)
  })

  test('is its link alone where that fills it', () => {
    const long = `https://barnometer.example/${'a'.repeat(400)}`
    expect(smsText({ sentence: 'NH3', link: long })).toBe(long)
  })
})

test('a voice says who speaks and no link', () => {
  expect(spokenText({ sentence: 'NH3 24.6\u202Fppm:\nBarn 1' })).toBe('Barnometer. NH3 24.6 ppm: Barn 1')
  expect(spokenText({ sentence: 'a'.repeat(1000) })).toHaveLength(400)
})

test('a messenger that takes so much gets the whole link, whatever else there is to say', () => {
  const about = { sentence: '', urgency: 'normal', isOver: false, language: 'en' } as const
  const text = fullText({ ...about, title: '9 alerts', lines: '🐖'.repeat(5000), link }, 4096)
  expect(text.length).toBeLessThanOrEqual(4096)
  expect(text.length).toBeGreaterThan(4090)
  expect(text.endsWith(link)).toBe(true)
})
