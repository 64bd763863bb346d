import { describe, expect, test } from 'vitest'
import type { ResearchDataPlacement } from '#shared/contract/measurements/research-data.ts'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import { completenessRows } from '../charts/completeness-card.tsx'
import { shownAreas } from '../dashboard/areas.ts'
import { linkToSavedResearch, savedResearchSearch } from '../saved/saved-search.ts'
import { matrixKeys, notSharedIn, placementOptions } from './placements.ts'
import { askedOf, researchQuery, researchSearchOf, researchSelectionOf } from './research-selection.ts'

const NOW = Date.parse('2026-11-23T14:00:00Z')
const RUNNING = { project: { id: 4, end: null }, measurement: 'nh3', now: NOW, timeZone: 'Europe/Amsterdam' }

describe('the selection', () => {
  test('is the last two weeks where nobody chose, those of the project where it is over', () => {
    const asked = askedOf(researchSelectionOf({}), RUNNING)
    expect(researchQuery(asked, 'BOXPLOT', [7, 8])).toMatchObject({
      ...{ interval: 'selection', date_start: '2026-11-10', date_until: '2026-11-23' },
      ...{ measurements: 'nh3', location_research_ids: '7,8', min_coverage: 0.75 },
    })
    const over = { ...RUNNING, project: { id: 4, end: '2026-06-30T22:00:00.000Z' } }
    expect(researchQuery(askedOf(researchSelectionOf({}), over), 'COUNT')).toMatchObject({
      date_start: '2026-06-17',
      date_until: '2026-06-30',
    })
    // Half past midnight, two weeks around the night in which clocks went forward.
    const spring = { ...RUNNING, now: Date.parse('2026-04-03T22:30:00Z') }
    expect(researchQuery(askedOf(researchSelectionOf({}), spring), 'COUNT')).toMatchObject({
      date_start: '2026-03-22',
      date_until: '2026-04-04',
    })
  })

  test('goes into the address and comes back the same; what is wrong there is the default', () => {
    const selection = researchSelectionOf({
      ...{ project: 4, measurement: 'co2', devices: [7, 0, 9], interval: 'month', index: '2' },
      ...{ least: 50, raw: true, weather: '0', type: 'bar', matrix: 9, treatment: [7], control: [7, 9, 9] },
    })
    expect(selection).toMatchObject({ least: 0.5, calibrated: false, treatment: [7], control: [9] })
    expect(researchSelectionOf(readable(researchSearchOf(selection)))).toEqual(selection)
    expect(Object.values(researchSearchOf(researchSelectionOf({}))).filter(value => value !== null)).toEqual([])
    for (const search of [{ interval: 'nonsense' }, { interval: 'selection' }, { least: 700 }])
      expect(researchSelectionOf(search)).toEqual(researchSelectionOf({}))
    const saved = linkToSavedResearch({ search: savedResearchSearch(selection) })
    expect(saved.search).toMatchObject({ devices: '7,0,9', interval: 'month', matrix: '9' })
  })

  test('asks for all of each placement, without calibration and with the weather where it is told to', () => {
    const asked = askedOf(researchSelectionOf({ interval: 'research', raw: true, least: 0 }), RUNNING)
    const of = { cause: 'weather_t', measurements: ['nh3', 't'], step: 'period' } as const
    expect(researchQuery(asked, 'CORRELATION', [7], of)).toEqual({
      ...{ calculation: 'CORRELATION', measurements: 'nh3,t', location_research_ids: '7', interval: 'lr' },
      ...{ step: 'period', min_coverage: undefined, raw: '1', weather: '1', cause: 'weather_t' },
    })
  })
})

const readable = (search: ReturnType<typeof researchSearchOf>) => {
  const given = Object.entries(search).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given) as Parameters<typeof researchSelectionOf>[0]
}

const placement = (id: number, more: Partial<ResearchDataPlacement> = {}): ResearchDataPlacement => ({
  ...{ location_research_id: id, location_id: 1, location_name: 'Location 1', area_id: id, area_name: `Area ${id}` },
  ...{ area_type_id: 5, device_id: id * 10, device_name: `Device ${id * 10}`, time_zone: 'Europe/Amsterdam' },
  ...{ start: '2026-11-01T00:00:00.000Z', end: null, lat: null, lon: null, pseudonymous: true, measured: ['t'] },
  readable: [{ from: '2026-11-05T12:00:00.000Z', until: '2026-11-08T23:00:00.000Z', measurements: ['t'] }],
  ...more,
})
const PROJECT = { start: '2026-11-02T23:00:00.000Z', end: null }
const PERIOD = { from: '2026-10-31T23:00:00.000Z', until: '2026-11-10T23:00:00.000Z' }

describe('days of a placement', () => {
  test('that are not shared are told from those that are missing, and from those before it joined', () => {
    const of = notSharedIn([placement(1)], PROJECT, PERIOD, 't', NOW).get(1)
    expect(of?.first).toBe('2026-11-03')
    expect([...(of?.refused ?? [])]).toEqual(['2026-11-03', '2026-11-04', '2026-11-09', '2026-11-10'])
    expect(notSharedIn([placement(1)], PROJECT, PERIOD, 'h', NOW).get(1)?.refused.size).toBe(8)
    const own = placement(1, { readable: [{ from: PROJECT.start, until: null, measurements: null }] })
    expect(notSharedIn([own], PROJECT, PERIOD, 'h', NOW).get(1)?.refused.size).toBe(0)
  })

  test('stand in one map, each in its column', () => {
    const times = [5, 6, 7, 8].map(day => Date.parse(`2026-11-0${day}T00:00:00+01:00`))
    const answer: StatisticsAnswer = {
      ...{ calculation: 'COUNT', ...PERIOD },
      areas: [
        {
          ...{ location_research_id: 1, area_id: 1, area_name: 'Area 1', area_type_id: 5, location_id: 1 },
          ...{
            location_name: 'Location 1',
            time_zone: 'Europe/Amsterdam',
            location_research_ids: [1],
            device_ids: [10],
          },
          measurements: {
            t: {
              ...{ unit: '°C', bins: 4, coverage: 0.5, days: 3, valid_days: 2, low_coverage_days: 1, empty_days: 0 },
              completeness: {
                time: times,
                bins: [1, 1, 1, 0],
                coverage: [0.5, 1, 1, 0],
                left_out: [true, false, false, true],
              },
            },
          },
        },
      ],
    }
    const options = placementOptions([placement(1), placement(2)], answer, 't')
    expect(options.map(({ id, name, days }) => [id, name, days])).toEqual([
      [1, 'Device 10', 3],
      [2, 'Device 20', null],
    ])
    const notShared = notSharedIn([placement(1)], PROJECT, PERIOD, 't', NOW)
    const { days, rows } = completenessRows(answer, shownAreas([1], options), 't', notShared)
    expect(days).toEqual([3, 4, 5, 6, 7, 8, 9, 10].map(day => `2026-11-${String(day).padStart(2, '0')}`))
    expect(rows[0]?.shares).toEqual([null, null, 0.5, 1, 1, 0, null, null])
    expect(rows[0]?.refused).toEqual([true, true, false, false, false, false, true, true])
    expect(rows[0]).toMatchObject({ share: 0.5, good: 2, days: 4 })
  })
})

test('a device that was moved is there twice, with the area of each', () => {
  const answer: StatisticsAnswer = { calculation: 'COUNT', ...PERIOD, areas: [] }
  const moved = [placement(1), placement(2, { device_id: 10, device_name: 'Device 10' })]
  expect(placementOptions(moved, answer, 't').map(({ name }) => name)).toEqual([
    'Device 10 · Area 1',
    'Device 10 · Area 2',
  ])
})

test('the matrix has five measurements at most, the chosen one first, and no weather where places are numbers', () => {
  const measured = ['t', 'h', 'co2', 'nh3', 'dust_pm10', 'sound']
  expect(matrixKeys({ measured, pseudonymous: true }, 't', true)).toEqual(['t', 'nh3', 'co2', 'h', 'dust_pm10'])
  expect(matrixKeys({ measured, pseudonymous: false }, 'sound', true)).toEqual([
    'sound',
    'nh3',
    'co2',
    't',
    'weather_t',
  ])
  expect(matrixKeys({ measured: ['t'], pseudonymous: true }, 't', false)).toEqual(['t'])
})
