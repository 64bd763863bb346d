import { expect, test } from 'vitest'
import { AREA_TYPES } from './area-types.ts'
import { limitSourceOf } from './limit-sources.ts'

const idOf = (kind: string): number => AREA_TYPES.find(({ key }) => key === kind)?.id ?? 0

test('[science §2] the limit of a gas names where it comes from', () => {
  expect(limitSourceOf('nh3', idOf('broiler'))).toBe('2007/43/EC, annex II')
  expect(limitSourceOf('co2', idOf('calves'))).toBe('TierSchNutztV § 6')
})

test('[science §2] of a row that names several, those of the limit itself count', () => {
  expect(limitSourceOf('nh3', idOf('goat'))).toBe('Doradztwo rolnicze (PL), kozy')
  expect(limitSourceOf('co2', idOf('horse'))).toBe('Reglugerð um velferð hrossa (IS), annex I-B')
  expect(limitSourceOf('nh3', idOf('horse'))).toContain(' · ')
})

test('none is named where none was read, and none without a limit', () => {
  expect(limitSourceOf('co2', idOf('sheep'))).toBeNull()
  expect(limitSourceOf('t', idOf('broiler'))).toBeNull()
  expect(limitSourceOf('nothing', idOf('broiler'))).toBeNull()
})
