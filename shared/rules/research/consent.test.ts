import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type ConsentStatement,
  consentedIntervals,
  consentedOf,
  consentRefusal,
  endedByOwners,
  movedForFormerOwner,
  projectStateOf,
  roundedPlace,
  sharesMoreFrom,
} from './consent.ts'

const OPEN = Number.POSITIVE_INFINITY
const said = (
  answer: ConsentStatement['answer'],
  from: number,
  scope: Partial<ConsentStatement> = {},
): ConsentStatement => ({
  answer,
  from,
  device_ids: null,
  measurements: null,
  ...scope,
})
const KEYS = ['t', 'h', 'co2']

describe('[decisions §8] what is shared', () => {
  test.each<[string, ConsentStatement[], { from: number; until: number }[]]>([
    ['nothing by silence', [], []],
    ['nothing after a no alone', [said('no', 10)], []],
    ['from a yes on', [said('yes', 10)], [{ from: 10, until: OPEN }]],
    ['more after a yes moved earlier', [said('yes', 10), said('yes', 5)], [{ from: 5, until: OPEN }]],
    ['until a no', [said('yes', 10), said('no', 20)], [{ from: 10, until: 20 }]],
    ['longer after a no moved later', [said('yes', 10), said('no', 20), said('no', 30)], [{ from: 10, until: 30 }]],
    ['nothing after a no before the yes', [said('yes', 10), said('no', 5)], []],
    ['until its owner changed', [said('yes', 10), said('owner_changed', 20)], [{ from: 10, until: 20 }]],
    [
      'no longer after a no of the new owner',
      [said('yes', 10), said('owner_changed', 20), said('no', 30)],
      [{ from: 10, until: 20 }],
    ],
    ['nothing after a change before the yes begins', [said('yes', 30), said('owner_changed', 20)], []],
    [
      'again after a second yes',
      [said('yes', 10), said('no', 20), said('yes', 40)],
      [
        { from: 10, until: 20 },
        { from: 40, until: OPEN },
      ],
    ],
  ])('%s', (_, statements, expected) => {
    expect(consentedIntervals(statements, 1, 't')).toEqual(expected)
  })

  test('a later no about more shares nothing that an earlier no ended', () => {
    const statements = [said('yes', 10), said('no', 20, { measurements: ['co2'] }), said('no', 30)]
    expect(consentedIntervals(statements, 1, 'co2')).toEqual([{ from: 10, until: 20 }])
    expect(consentedIntervals(statements, 1, 't')).toEqual([{ from: 10, until: 30 }])
    const moved = [...statements, said('no', 25, { measurements: ['co2'] })]
    expect(consentedIntervals(moved, 1, 'co2')).toEqual([{ from: 10, until: 25 }])
  })

  test('a no after one that took back a whole yes shares nothing in between', () => {
    const statements = [said('yes', 10), said('no', 20), said('yes', 40), said('no', 35), said('no', 45)]
    expect(consentedIntervals(statements, 1, 't')).toEqual([{ from: 10, until: 20 }])
  })

  test('by device and by measurement', () => {
    const statements = [
      said('yes', 0, { device_ids: [1], measurements: ['t', 'h'] }),
      said('no', 9, { measurements: ['h'] }),
    ]
    expect(consentedOf(statements, 1, KEYS)).toEqual([
      { from: 0, until: 9, measurements: ['t', 'h'] },
      { from: 9, until: OPEN, measurements: ['t'] },
    ])
    expect(consentedOf(statements, 2, KEYS)).toEqual([])
  })

  const statement = fc.record({
    answer: fc.constantFrom('yes' as const, 'no' as const),
    from: fc.integer({ min: 0, max: 40 }),
    device_ids: fc.option(fc.subarray([1, 2, 3], { minLength: 1 })),
    measurements: fc.option(fc.subarray(KEYS, { minLength: 1 })),
  })

  test('is the same by intervals as by measurement, in order and never twice', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 12 }), fc.constantFrom(1, 2, 3), (statements, device) => {
        const found = consentedOf(statements, device, KEYS)
        found.forEach((one, index) => {
          expect(one.from).toBeLessThan(one.until)
          expect(one.from).toBeGreaterThanOrEqual(found[index - 1]?.until ?? 0)
        })
        for (const key of KEYS)
          for (let at = 0; at <= 45; at++) {
            const one = consentedIntervals(statements, device, key).some(({ from, until }) => from <= at && at < until)
            const other = found.some(
              ({ from, until, measurements }) => from <= at && at < until && measurements.includes(key),
            )
            expect(other).toBe(one)
          }
      }),
    )
  })

  test('an accepted no never takes back what was shared, whatever was said before', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 8 }), statement, (statements, next) => {
        const shared = [1, 2, 3].flatMap(deviceId =>
          consentedOf(statements, deviceId, KEYS).map(({ from, until, measurements }) => ({
            deviceId,
            from,
            until: Math.min(until, 30),
            measurements,
          })),
        )
        const read = shared.filter(({ from, until }) => from < until)
        if (consentRefusal(statements, next, { deviceIds: [1, 2, 3], keys: KEYS, shared: read })) return
        for (const { deviceId, from, until, measurements } of read)
          for (const key of measurements) {
            const now = consentedIntervals([...statements, next], deviceId, key)
            expect(now.some(one => one.from <= from && until <= one.until)).toBe(true)
          }
      }),
    )
  })
})

describe('[specification §3] a yes that takes in one more device', () => {
  const within = { from: 10, until: OPEN }
  const more = (before: ConsentStatement[], from: number, scope: Partial<ConsentStatement> = {}) =>
    sharesMoreFrom(before, said('yes', from, scope), 2, { within, keys: KEYS })
  const all = said('yes', 8, { measurements: ['t', 'h'] })

  test.each([
    ['what it says, without another answer', [], 12, { device_ids: [2], measurements: ['t'] }, null],
    ['from the day it says with the same measurements', [all], 10, { device_ids: [2], measurements: ['t', 'h'] }, null],
    ['from before, with the same measurements', [all], 12, { device_ids: [2], measurements: ['t', 'h'] }, 10],
    ['a measurement it does not name', [all], 10, { device_ids: [2], measurements: ['t'] }, 10],
    ['of another device alone', [said('yes', 8, { device_ids: [1] })], 12, { device_ids: [2] }, null],
    ['until a no', [all, said('no', 9)], 12, { device_ids: [2], measurements: ['t'] }, null],
  ] as const)('shares %s', (_, before, from, scope, found) => {
    expect(more([...before], from, scope)).toBe(found)
  })
})

describe('[specification §4] moving an answer', () => {
  const around = { deviceIds: [1], keys: KEYS, shared: [] }
  test('a yes can only be moved earlier', () => {
    expect(consentRefusal([said('yes', 10)], said('yes', 12), around)).toEqual({ code: 'yes_only_earlier', at: 10 })
    expect(consentRefusal([said('yes', 10)], said('yes', 8), around)).toBeNull()
    expect(consentRefusal([said('yes', 10), said('no', 20)], said('yes', 40), around)).toBeNull()
    expect(consentRefusal([said('yes', 10, { measurements: ['t'] })], said('yes', 12), around)).toBeNull()
  })
  test('a no can only be moved later', () => {
    const before = [said('yes', 10), said('no', 20)]
    expect(consentRefusal(before, said('no', 15), around)).toEqual({ code: 'no_only_later', at: 20 })
    expect(consentRefusal(before, said('no', 25), around)).toBeNull()
    expect(consentRefusal(before, said('no', 20), around)).toEqual({ code: 'no_only_later', at: 20 })
    expect(consentRefusal(before, said('no', 20, { measurements: ['t'] }), around)).toBeNull()
  })
  test('what was opened or taken cannot be taken back', () => {
    const shared = [{ deviceId: 1, from: 10, until: 18, measurements: ['t'] }]
    const refused = consentRefusal([said('yes', 10)], said('no', 12), { ...around, shared })
    expect(refused).toEqual({ code: 'already_shared', at: 18 })
    expect(consentRefusal([said('yes', 10)], said('no', 18), { ...around, shared })).toBeNull()
    expect(consentRefusal([said('yes', 10)], said('no', 12, { measurements: ['h'] }), { ...around, shared })).toBeNull()
  })
})

test('the state of a project follows from its dates', () => {
  const period = { start: '2025-02-01T00:00:00.000Z', end: '2025-03-01T00:00:00.000Z' }
  expect(projectStateOf(period, '2025-01-31T23:59:59.999Z')).toBe('planned')
  expect(projectStateOf(period, period.start)).toBe('active')
  expect(projectStateOf(period, period.end)).toBe('ended')
  expect(projectStateOf({ ...period, end: null }, '2030-01-01T00:00:00.000Z')).toBe('active')
})

test('[decisions §3] a place is known to 10 km, and two barns of a village are the same', () => {
  const [one, other] = [roundedPlace({ lat: 51.4416, lon: 5.4697 }), roundedPlace({ lat: 51.4429, lon: 5.4711 })]
  expect(one).toEqual(other)
  fc.assert(
    fc.property(
      fc.double({ min: -80, max: 80, noNaN: true }),
      fc.double({ min: -179, max: 179, noNaN: true }),
      (lat, lon) => {
        const rounded = roundedPlace({ lat, lon })
        expect(Math.abs(rounded.lat - lat) * 111.195).toBeLessThanOrEqual(5.2)
        const east = Math.abs(rounded.lon - lon) * 111.195 * Math.cos((lat * Math.PI) / 180)
        expect(east).toBeLessThanOrEqual(5.6)
      },
    ),
  )
})

describe('[decisions §8] a change of owners', () => {
  const of = (statement: ConsentStatement, isOwner: boolean) => ({ ...statement, isOwner })
  const yes = (...measurements: string[]) => said('yes', 10, { measurements })

  test('ends what nobody who stays has said yes to', () => {
    expect(endedByOwners([of(yes('t', 'h'), false)], 20)).toEqual({ device_ids: null, measurements: ['t', 'h'] })
    expect(endedByOwners([of(yes('t', 'h'), false), of(yes('h'), true)], 20)).toEqual({
      device_ids: null,
      measurements: ['t'],
    })
    expect(endedByOwners([of(yes('t'), true)], 20)).toBeNull()
    expect(endedByOwners([], 20)).toBeNull()
  })

  test('ends what begins later, and leaves alone what has ended', () => {
    expect(endedByOwners([of(yes('t'), false)], 5)).toMatchObject({ measurements: ['t'] })
    const no = of(said('no', 15, { measurements: ['t'] }), false)
    expect(endedByOwners([of(yes('t'), false), no], 20)).toBeNull()
    expect(endedByOwners([of(yes('t'), false), no], 12)).toMatchObject({ measurements: ['t'] })
  })

  test('ends what a former owner shared for longer by a later no, and leaves what the other said', () => {
    const no = (from: number, isOwner: boolean) => of(said('no', from, { measurements: ['t'] }), isOwner)
    const lengthened = [of(yes('t'), true), no(20, true), no(40, false)]
    expect(endedByOwners(lengthened, 15)).toEqual({ device_ids: null, measurements: ['t'] })
    expect(endedByOwners([...lengthened, no(50, true)], 15)).toBeNull()
    expect(endedByOwners([of(yes('t'), true), no(20, false), no(40, true)], 15)).toBeNull()
    expect(endedByOwners(lengthened, 45)).toBeNull()
  })

  test('names the devices that a former owner named, and all where a yes was about each of them', () => {
    const named = of(said('yes', 10, { measurements: ['t'], device_ids: [7] }), false)
    expect(endedByOwners([named], 20)).toEqual({ device_ids: [7], measurements: ['t'] })
    expect(endedByOwners([named, of(yes('t'), true)], 20)).toBeNull()
    expect(endedByOwners([named, of(yes('h'), false)], 20)).toMatchObject({ device_ids: null })
  })

  test('finds the end of a former owner that a no would move later', () => {
    const no = (from: number) => said('no', from, { measurements: ['t'] })
    const former = [of(yes('t'), false), of(no(15), false)]
    expect(movedForFormerOwner(former, no(30), KEYS)).toBe(15)
    // A no that moves nothing shares nothing more.
    expect(movedForFormerOwner(former, no(15), KEYS)).toBeNull()
    expect(movedForFormerOwner([of(yes('t'), true), of(no(15), false)], no(30), KEYS)).toBeNull()
    expect(movedForFormerOwner([of(said('yes', 10, { device_ids: [7] }), false), of(no(15), true)], no(30), KEYS)).toBe(
      15,
    )
  })
})
