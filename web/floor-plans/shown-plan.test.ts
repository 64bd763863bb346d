import { expect, test } from 'vitest'
import { nextShown } from './shown-plan.ts'

const [BARN, LONG] = [
  { id: 4, name: 'Barn 1' },
  { id: 5, name: 'Long barn' },
]

test('the plan of the address is shown, else the first; it stays while others come and go', () => {
  expect(nextShown(null, [BARN, LONG], 5)).toEqual({ asked: 5, plan: LONG, gone: null })
  const shown = nextShown(null, [LONG], undefined)
  expect(shown.plan).toEqual(LONG)
  expect(nextShown(shown, [BARN, LONG], undefined)).toBe(shown)
  expect(nextShown(shown, [BARN, { ...LONG, name: 'Alley' }], undefined).plan).toEqual({ id: 5, name: 'Alley' })
  // Going back from an address with a plan.
  expect(nextShown(nextShown(null, [BARN, LONG], 5), [BARN, LONG], undefined).plan).toEqual(LONG)
  const none = nextShown(null, [], undefined)
  expect(none).toEqual({ asked: undefined, plan: null, gone: null })
  expect(nextShown(none, [LONG], undefined)).toEqual({ asked: undefined, plan: LONG, gone: null })
})

test('a plan that is gone is told, and another one stays in its place', () => {
  const after = nextShown(nextShown(null, [BARN, LONG], 5), [BARN], 5)
  expect(after).toEqual({ asked: 5, plan: BARN, gone: { name: 'Long barn' } })
  expect(nextShown(after, [{ id: 9, name: 'Annex' }, BARN], 5)).toBe(after)
  expect(nextShown(null, [BARN], 8)).toEqual({ asked: 8, plan: BARN, gone: { name: null } })
  expect(nextShown(after, [BARN, LONG], 4)).toEqual({ asked: 4, plan: BARN, gone: null })
})
