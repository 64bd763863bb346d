import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import type { ChecklistAnswers } from '#shared/rules/diary/checklist.ts'
import { startTexts } from '../../kit/language/language.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { withAnswer } from './draft/form-draft.ts'
import { ChecklistQuestions } from './form-checklist.tsx'

const item = (key: string, input: ChecklistItem['input']): ChecklistItem => ({
  key,
  name: key,
  input,
  parent: null,
  required: false,
  unit: null,
  decimals: null,
  min: null,
  max: null,
  choices: [],
  photo_when: null,
  own: true,
  category: null,
})
const ITEMS = [item('water', 'yes_no'), item('leak', 'photo'), item('drain', 'photo'), item('weight', 'number')]

beforeEach(async () => {
  // Another file of this process may have begun with texts of its own.
  delete i18next.options.resources
  await startTexts('en', ['inspect'])
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

let answers: ChecklistAnswers = {}
const ready: ((ids: string[]) => void)[] = []

function List() {
  const [now, setNow] = useState<ChecklistAnswers>({})
  answers = now
  return (
    <ChecklistQuestions
      lists={[]}
      chosen={null}
      name="Round"
      items={ITEMS}
      answers={now}
      wrong={null}
      attach={{ attached: [], add: () => new Promise(done => ready.push(done)), remove: () => undefined }}
      onChoose={() => undefined}
      onAnswer={(key, to) => setNow(before => withAnswer(before, key, to))}
    />
  )
}

test('what is answered while photos are made ready stays, also photos of another item', async () => {
  renderPage(<List />)
  const pick = (label: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { files: [new File(['x'], 'a.jpg')] } })
  pick('Photo: leak')
  pick('Photo: drain')
  pick('Photo: leak')
  fireEvent.click(screen.getByRole('button', { name: 'Yes' }))
  fireEvent.change(screen.getByRole('textbox', { name: 'weight' }), { target: { value: '12.5' } })
  await act(async () => {
    for (const [nth, done] of ready.entries()) done([`photo ${nth}`])
  })
  expect(answers).toEqual({
    water: true,
    weight: 12.5,
    leak: ['photo 0', 'photo 2'],
    drain: ['photo 1'],
  })
})
