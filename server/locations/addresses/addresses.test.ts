import { describe, expect, test } from 'vitest'
import { addressOfFound, typedParts } from './addresses.ts'

describe('what somebody typed', () => {
  test.each([
    ['Hulsenweg 14, 6031 SP Nederweert', 'Nederweert', 'Hulsenweg', '14', '6031 SP'],
    ['Hulsenweg 14a, Nederweert', 'Nederweert', 'Hulsenweg', '14a', null],
    ['Calle Mayor 3-5, 50001 Zaragoza', 'Zaragoza', 'Calle Mayor', '3-5', '50001'],
    ['Nederweert', 'Nederweert', null, null, null],
    ['Hof, Bergen (NH)', 'Bergen', 'Hof', null, null],
    [',,', '', null, null, null],
  ])('%s is taken apart', (typed, town, street, number, postal_code) => {
    expect(typedParts(typed)).toEqual({ town, street, number, postal_code })
  })
})

test('an answer of an address service with little in it is enough', () => {
  expect(addressOfFound({ display_name: 'Somewhere', lat: 40.4, lon: -3.7 })).toMatchObject({
    label: 'Somewhere',
    street: null,
    city: null,
    country_code: null,
    accuracy_m: 100,
    time_zone: 'Europe/Madrid',
  })
})
