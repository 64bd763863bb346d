import { expect, test } from 'vitest'
import { areasAbout } from './areas-about.ts'

const DEVICES = [
  { id: 1, name: 'A', areaIds: [7, 8, 9] },
  { id: 2, name: 'B', areaIds: [9] },
  { id: 3, name: 'C', areaIds: [9] },
]

test.each([
  ['two devices in one area', 'devices', ['2', '3'], 1],
  ['a device that was in three areas, which it is one after the other', 'devices', ['1'], 1],
  ['a device of each of two areas', 'devices', ['1', '2'], 2],
  ['areas, whatever devices were chosen before', 'areas', ['1', '2', '3'], 4],
  ['a project', 'research', [], 1],
] as const)('a schedule is about the areas of %s', (_, subject, device_ids, count) => {
  expect(areasAbout({ subject, area_ids: ['7', '8', '9', '10'], device_ids }, DEVICES)).toBe(count)
})
