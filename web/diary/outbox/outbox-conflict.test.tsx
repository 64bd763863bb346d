import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import diary from '#shared/locales/en/diary.json' with { type: 'json' }
import inspect from '#shared/locales/en/inspect.json' with { type: 'json' }
import outbox from '#shared/locales/en/outbox.json' with { type: 'json' }
import { queryClient, queryOf } from '../../kit/api/query.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { Conflict } from './outbox-conflict.tsx'
import type { OutboxItem } from './outbox-item.ts'
import { SAMPLE_PAYLOAD } from './outbox-testing.ts'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { diary, outbox, inspect } } })
})
afterEach(cleanup)

const cellTexts = (values: Record<string, unknown>) => {
  const outboxItem = {
    id: 'a',
    inspection_id: 5,
    written: { ...SAMPLE_PAYLOAD, answers: { bedding: 'wet', depth: 4, gone: true } },
    theirs: { version: 2, by: 'Pieter', values },
  } as unknown as OutboxItem
  renderPage(<Conflict outboxItem={outboxItem} zone="Europe/Amsterdam" locations={[]} onChoose={() => undefined} />)
  return screen.getAllByRole('definition').map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))
}

test('[beyond: what users of peers complain about, 9] answers two gave differently are read in words', () => {
  const item = { unit: null, decimals: null, choices: [] }
  const items = [
    { ...item, key: 'bedding', name: 'How is the bedding?', input: 'choice', choices: [{ value: 'wet', name: 'Wet' }] },
    { ...item, key: 'depth', name: 'Depth', input: 'number', unit: 'cm' },
  ]
  queryClient.setQueryDefaults(queryOf(api.getInspection, { params: { id: 5 } }).queryKey, { staleTime: 60_000 })
  queryClient.setQueryData(queryOf(api.getInspection, { params: { id: 5 } }).queryKey, { items } as never)
  expect(cellTexts({ 'answers.bedding': undefined, 'answers.depth': 6 })).toEqual(['Wet', 'nothing', '4 cm', '6 cm'])
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['How is the bedding?', 'Depth'])
})

test('an answer to what is not known here keeps its key', () => {
  expect(cellTexts({ 'answers.gone': false })).toEqual(['Yes', 'No'])
  expect(screen.getByRole('heading').textContent).toBe('gone')
})
