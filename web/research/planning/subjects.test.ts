import { expect, test } from 'vitest'
import { CLIMATE, subjectOptions } from './subjects.ts'

test('[specification §2] every subject is offered once, whichever kinds of research have it', () => {
  const [climate, feed, emission] = [
    { id: CLIMATE, key: 'climate', name: 'Climate' },
    { id: 5, key: 'feed', name: 'Feed' },
    { id: 1382, key: 'emission', name: 'Emission' },
  ]
  const research_types = [
    { id: 1, key: 'monitoring', name: 'Monitoring', subjects: [climate] },
    { id: 2, key: 'comparison', name: 'Comparison', subjects: [climate, feed] },
    { id: 3, key: 'emission_measurement', name: 'Emission', subjects: [emission] },
  ]
  expect(subjectOptions({ research_types } as never)).toEqual([
    { value: '100', label: 'Climate' },
    { value: '5', label: 'Feed' },
    { value: '1382', label: 'Emission' },
  ])
})
