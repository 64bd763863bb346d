import { describe, expect, test } from 'vitest'
import { farmsShown, ownFarms } from './own-farms.ts'

const farm = (id: number, ...owners: string[]) => ({ id, owners, demo: false })
const FARMS = [farm(1, 'a@x.nl'), farm(2, 'b@x.nl'), farm(3, 'b@x.nl', 'a@x.nl')]
const idsOf = (farms: readonly { id: number }[] | null) => farms?.map(({ id }) => id) ?? null

describe('home of an administrator', () => {
  test('knows the own farms among all, where there are both', () => {
    expect(idsOf(ownFarms(FARMS, { admin: true, email: 'a@x.nl' }))).toEqual([1, 3])
    expect(ownFarms(FARMS, { admin: true, email: 'c@x.nl' })).toBeNull()
    expect(ownFarms(FARMS.slice(0, 1), { admin: true, email: 'a@x.nl' })).toBeNull()
    const demo = FARMS.map(one => ({ ...one, demo: true }))
    expect(ownFarms([...demo, farm(4, 'c@x.nl')], { admin: true, email: 'a@x.nl' })).toBeNull()
    expect(ownFarms(FARMS, { admin: false, email: 'a@x.nl' })).toBeNull()
  })

  test('shows the own ones alone, unless all are wanted', () => {
    const own = ownFarms(FARMS, { admin: true, email: 'a@x.nl' })
    expect(idsOf(farmsShown(FARMS, own, { onlyOwn: true }))).toEqual([1, 3])
    expect(idsOf(farmsShown(FARMS, own, { onlyOwn: false }))).toEqual([1, 2, 3])
    expect(idsOf(farmsShown(FARMS, null, { onlyOwn: true }))).toEqual([1, 2, 3])
  })
})
