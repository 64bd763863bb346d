import { expect, test } from 'vitest'
import { doneSteps } from './first-steps.ts'

type Known = Parameters<typeof doneSteps>[0]

/** Farm as home knows it, with one area and a device in it that has not sent. */
const known = (change: object = {}) =>
  ({
    locations: [{ id: 1, demo: false, areas: [{ id: 2 }], owners: ['a@farm.example'], offers: [] }],
    devices: [{ id: 3, placement: { location_id: 1 } }],
    last: {},
    email: 'a@farm.example',
    rules: 0,
    groups: [],
    ...change,
  }) as unknown as Known

const done = (change: object) => [...(doneSteps(known(change)) ?? [])]
const PLACED = ['place', 'area', 'device']

test.each([
  [{ devices: [] }, ['place', 'area']],
  [{ devices: [{ id: 3, placement: null }] }, ['place', 'area']],
  [{ devices: [{ id: 3, placement: { location_id: 9 } }] }, ['place', 'area']],
  [{}, PLACED],
  [{ last: { 9: { t: {} }, 3: {} } }, PLACED],
  [{ last: { 3: { t: {} } } }, [...PLACED, 'value']],
  [{ rules: 2 }, [...PLACED, 'alerts']],
  [{ groups: [{ people: 1, invited: 0 }] }, PLACED],
  [{ groups: [{ people: null, invited: null }] }, PLACED],
  [{ groups: [{ people: 1, invited: null }] }, PLACED],
  [
    {
      groups: [
        { people: 1, invited: 0 },
        { people: 2, invited: 0 },
      ],
    },
    [...PLACED, 'people'],
  ],
  [{ groups: [{ people: 1, invited: 1 }] }, [...PLACED, 'people']],
])('of %j these steps are done: %j', (change, steps) => {
  expect(done(change)).toEqual(steps)
})

test('somebody who was asked counts, accepted or not', () => {
  const [location] = known().locations
  expect(done({ locations: [{ ...location, offers: [{}] }] })).toContain('people')
  expect(done({ locations: [{ ...location, owners: ['a@farm.example', 'b@farm.example'] }] })).toContain('people')
})

test('who has no farm of their own, or only the demo farm, has no steps', () => {
  const [location] = known().locations
  expect(doneSteps(known({ locations: [{ ...location, owners: [] }] }))).toBeNull()
  expect(doneSteps(known({ locations: [{ ...location, demo: true }] }))).toBeNull()
})
