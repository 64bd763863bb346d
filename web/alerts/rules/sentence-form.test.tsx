import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Location } from '#shared/contract/places/locations.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import rules from '#shared/locales/en/alert-rules.json' with { type: 'json' }
import sentence from '#shared/locales/en/alert-sentence.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { observeNoSizes } from '../../testing/no-layout.ts'
import { RuleEnds } from './rule-ends.tsx'
import { RuleExcept, spansOf } from './rule-except.tsx'
import { newValues, type RuleValues } from './rule-values.ts'
import { SentenceForm } from './sentence-form.tsx'

beforeAll(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }))
  observeNoSizes()
  Element.prototype.scrollIntoView ??= () => {}
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { 'alert-rules': rules, 'alert-sentence': sentence, ui } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const nh3 = {
  id: 4,
  abbreviation: 'nh3_ppm',
  name: 'NH3',
  unit: 'ppm',
  decimals: 1,
  low_value: null,
  high_value: null,
  grade_10: { low_value: 5, high_value: 8 },
}
const lists = {
  physical_quantities: [nh3, { ...nh3, id: 1, abbreviation: 'temp_deg_c', name: 'Temperature', unit: '°C' }],
  area_types: [{ id: 11, key: 'piglet', name: 'Piglet' }],
} as unknown as TaxonomyLists

const places = {
  locations: [
    { id: 1, name: 'De Linde', areas: [{ id: 2, name: 'Room 3', area_type_id: 11 }] },
  ] as unknown as Location[],
  devices: [],
}

function Form({ first, onValues }: { first: Partial<RuleValues>; onValues: (values: RuleValues) => void }) {
  const [values, setValues] = useState({ ...newValues(nh3, 11, 20), ...first })
  const onChange = (change: Partial<RuleValues>) => {
    const next = { ...values, ...change }
    setValues(next)
    onValues(next)
  }
  return (
    <MantineProvider env="test">
      <SentenceForm values={values} lists={lists} places={places} error={undefined} follow onChange={onChange} />
      <RuleEnds values={values} quantity={nh3} error={undefined} onChange={onChange} />
      <RuleExcept values={values} devices={[]} onChange={onChange} />
    </MantineProvider>
  )
}

const show = (first: Partial<RuleValues> = {}) => {
  const onValues = vi.fn<(values: RuleValues) => void>()
  render(<Form first={first} onValues={onValues} />)
  return {
    last: () => onValues.mock.lastCall?.[0],
    region: screen.getByRole('region', { name: 'The rule as a sentence' }),
  }
}

const choose = async (token: RegExp, option: string) => {
  fireEvent.click(screen.getByRole('button', { name: token }))
  fireEvent.click(await screen.findByRole('menuitemradio', { name: option }))
}

describe('[ui §8.7] the sentence is the form', () => {
  test('it reads as the rule does', () => {
    const { region } = show()
    const words = region.textContent ?? ''
    for (const word of ['Tell me when', 'the average', 'all piglet areas', 'above', 'over the last 15 minutes'])
      expect(words).toContain(word)
    expect(within(region).getByRole<HTMLInputElement>('textbox', { name: 'Limit, ppm' }).value).toBe('20')
  })

  test('a token changes its word and nothing else', async () => {
    const { last } = show()
    await choose(/^Comparison/, 'below')
    expect(last()).toMatchObject({ comparator: 'less', what: 'average', threshold_value: '20' })
    fireEvent.click(screen.getByRole('button', { name: /^Where/ }))
    fireEvent.click(await screen.findByRole('option', { name: 'all areas' }))
    expect(last()).toMatchObject({ area_type_id: null })
    await choose(/^Calculation/, 'the change of')
    expect(screen.getByRole('textbox', { name: 'Limit, ppm per hour' })).toBeDefined()
  })

  test('a place is found by typing, and Enter chooses it without saving the rule', async () => {
    const { last } = show()
    const saved = vi.fn()
    document.addEventListener('submit', saved)
    fireEvent.click(screen.getByRole('button', { name: /^Where/ }))
    const search = await screen.findByRole('textbox', { name: /^Search animals/ })
    fireEvent.change(search, { target: { value: 'linde' } })
    const options = await screen.findAllByRole('option')
    expect(options.map(({ textContent }) => textContent)).toEqual(['De Linde', 'Room 3De Linde'])
    expect(fireEvent.keyDown(search, { key: 'Enter', nativeEvent: { code: 'Enter' }, code: 'Enter' })).toBe(false)
    expect(last()).toMatchObject({ area_type_id: null, location_id: 1, area_id: null, device_id: null })
    expect(saved).not.toHaveBeenCalled()
    expect(screen.getByRole('button', { name: 'Where: De Linde' })).toBeDefined()
  })

  test('"each message" turns the sentence round and asks for one reading', async () => {
    const { last, region } = show({ what: 'maximum' })
    await choose(/^Period/, 'At every reading')
    expect(last()).toMatchObject({ calculation_minutes: 0, what: 'average' })
    expect(region.textContent).toContain('the reading of')
  })

  test('any number of times in a row can be said', async () => {
    const { last } = show()
    fireEvent.click(screen.getByRole('button', { name: /^How often in a row/ }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Another number' }))
    fireEvent.change(screen.getByRole('textbox', { name: 'How often in a row' }), { target: { value: '12' } })
    expect(last()?.times).toBe('12')
  })

  test('where it ends follows the limit until it is typed, and can follow again', () => {
    const { last } = show()
    const ends = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'The alert ends at, ppm' })
    expect(ends().value).toBe('17')
    fireEvent.change(screen.getByRole('textbox', { name: 'Limit, ppm' }), { target: { value: '30' } })
    expect(ends().value).toBe('25.5')
    fireEvent.change(ends(), { target: { value: '24' } })
    expect(last()?.clear_value).toBe('24')
    fireEvent.click(screen.getByRole('button', { name: 'Follow the limit again' }))
    expect(ends().value).toBe('25.5')
  })

  test('hours and months are left out by a press, and told in words', () => {
    const { last } = show()
    fireEvent.click(screen.getByRole('button', { name: /Leave out 10–11$/ }))
    fireEvent.click(screen.getByRole('button', { name: /Leave out 09–10$/ }))
    expect(last()?.exclude_hours).toEqual([9, 10])
    expect(screen.getByText('09–11')).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: /Leave out August$/ }))
    expect(last()?.exclude_months).toEqual([8])
    fireEvent.click(screen.getByRole('button', { name: /Leave out 09–10$/, pressed: true }))
    expect(last()?.exclude_hours).toEqual([10])
  })
})

test('neighbouring hours are one span, also at the ends of the day', () => {
  expect(spansOf([0, 1, 9, 22, 23])).toEqual(['00–02', '09–10', '22–24'])
})
