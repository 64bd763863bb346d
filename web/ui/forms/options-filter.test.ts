import { expect, test } from 'vitest'
import { optionsFilter } from './options-filter.ts'

const option = (label: string) => ({ value: label, label, disabled: false })

test('options are found without accents, in groups too, and no more than there is room for', () => {
  const options = [option('Emmen'), { group: 'España', items: [option('Córdoba'), option('Cuenca')] }]
  expect(optionsFilter({ options, search: 'cordo', limit: 9 })).toEqual([
    { group: 'España', items: [option('Córdoba')] },
  ])
  expect(optionsFilter({ options: [option('Emmen'), option('Emlichheim')], search: 'em', limit: 1 })).toEqual([
    option('Emmen'),
  ])
})
