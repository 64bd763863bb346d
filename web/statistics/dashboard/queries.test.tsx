import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, renderHook } from '@testing-library/react'
import { type ReactNode, startTransition, useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#shared/contract/accounts/users.ts'
import { api } from '#shared/contract/index.ts'
import { LISTS } from '../../kit/api/lists.ts'
import { LOCATIONS } from '../../kit/api/locations.ts'
import { createQueryClient, queryOf, type Read } from '../../kit/api/query.ts'
import { setUser } from '../../kit/api/session.ts'
import { useDashboard, useSettled } from './queries.ts'
import { type Selection, selectionOf } from './selection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const passing = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

test('a change after a rest counts at once, without a drawing of it before; those that follow wait for a rest', async () => {
  const seen: unknown[] = []
  const { result, rerender } = renderHook(
    ({ selection }) => {
      const settled = useSettled(selection)
      seen.push([selection, settled.settled, settled.moving])
      return settled
    },
    { initialProps: { selection: 'nh3' } },
  )
  rerender({ selection: 'co2' })
  expect(seen.slice(1).every(one => JSON.stringify(one) === '["co2","co2",false]')).toBe(true)
  rerender({ selection: 't' })
  expect(result.current).toMatchObject({ settled: 'co2', moving: true })
  rerender({ selection: 'h' })
  await passing(599)
  expect(result.current).toMatchObject({ settled: 'co2', moving: true })
  await passing(1)
  expect(result.current).toMatchObject({ settled: 'h', moving: false })
  rerender({ selection: 'nh3' })
  expect(result.current).toMatchObject({ settled: 'nh3', moving: false })
})

/** Page with a selection that the router gave it, and how another one is chosen. */
interface Page {
  settled?: ReturnType<typeof useSettled<string>>
  choose?: (selection: string) => void
}

function Address({ page }: { page: Page }) {
  const [selection, setSelection] = useState('nh3')
  page.choose = next => startTransition(() => setSelection(next))
  return <Settled selection={selection} page={page} />
}

function Settled({ selection, page }: { selection: string; page: Page }) {
  page.settled = useSettled(selection)
  return null
}

test('each change after a rest counts at once, as the router brings it', async () => {
  const page: Page = {}
  render(<Address page={page} />)
  for (const selection of ['co2', 't', 'h', 'nh3', 'co2']) {
    await act(async () => page.choose?.(selection))
    expect(page.settled).toMatchObject({ settled: selection, moving: false })
    await passing(600)
    expect(page.settled).toMatchObject({ settled: selection, moving: false })
  }
})

describe('the charts of a changed selection', () => {
  /** Questions by calculation, measurement and areas, each with what answers it. */
  let asked: Map<string, (answer: object) => void>
  beforeEach(() => {
    asked = new Map()
    vi.stubGlobal(
      'fetch',
      vi.fn((address: string) => {
        const { searchParams: query } = new URL(address, 'http://localhost')
        const words = ['calculation', 'measurements', 'area_ids', 'device_ids'].flatMap(name => query.get(name) ?? [])
        return new Promise<Response>(answer =>
          asked.set(words.join(' '), of =>
            answer(new Response(JSON.stringify(of), { headers: { 'x-barnometer': '1' } })),
          ),
        )
      }),
    )
    setUser({ id: 1, name: 'Marieke', time_zone: 'Europe/Amsterdam' } as User)
  })
  afterEach(async () => {
    // Test files share a process: a call that nobody answered would count as on its way in the next one, too.
    cleanup()
    for (const [question, answer] of asked) answer(/^[\d,]+$/.test(question) ? [] : {})
    await passing(0)
  })

  const types = ['nh3', 't'].map((abbreviation, id) => ({
    ...{ id, abbreviation, name: abbreviation, physical_quantity_id: 1, chart_group_id: 1 },
  }))
  const dashboard = () => {
    const client = createQueryClient()
    const know = ({ queryKey }: Read, answer: object) => client.setQueryData(queryKey as readonly unknown[], answer)
    know(LISTS, { measurement_types: types, physical_quantities: [], chart_groups: [] })
    know(LOCATIONS, [])
    know(queryOf(api.listLast, {}), { 1: { nh3: {}, t: {} } })
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const initialProps: Selection = selectionOf({ measurement: 'nh3' })
    return renderHook((selection: Selection) => useDashboard(selection), { wrapper, initialProps })
  }
  const answered = async (question: string, measurement: string, areas: readonly number[]) => {
    asked.get(question)?.({
      ...{ from: '2026-11-01T00:00:00.000Z', until: '2026-11-08T00:00:00.000Z' },
      areas: areas.map(area_id => ({
        ...{ area_id, area_name: `Barn ${area_id}`, location_name: 'Farm', location_research_ids: [] },
        device_ids: [area_id + 10],
        measurements: { [measurement]: { days: 7 } },
      })),
    })
    await passing(0)
  }
  const chartsOf = (measurement: string) => [...asked.keys()].filter(one => one.startsWith(`BOXPLOT ${measurement}`))

  test('are asked for together with the overview, of the areas that were shown', async () => {
    const { result, rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [1, 2])
    expect(chartsOf('nh3')).toEqual(['BOXPLOT nh3 1,2'])
    rerender(selectionOf({ measurement: 't' }))
    expect(chartsOf('t')).toEqual(['BOXPLOT t 1,2'])
    await answered('BOXPLOT t 1,2', 't', [1, 2])
    expect(result.current.spread.old).toBe(true)
    await answered('COUNT t', 't', [1, 2])
    expect(result.current.spread.old).toBe(false)
    expect(result.current.spread.answer?.areas).toHaveLength(2)
    expect(chartsOf('t')).toHaveLength(1)
  })

  test('are asked for before anything is drawn of it, once', async () => {
    const { result, rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [1, 2])
    result.current.askAhead(selectionOf({ measurement: 't' }))
    expect([...asked.keys()].filter(one => one.includes(' t'))).toEqual([
      'COUNT t',
      'CORRELATION t 1,2',
      'BOXPLOT t 1,2',
      'WEEKMAP t 1,2',
      'MEAN t 1,2',
      'PEAK t 1,2',
    ])
    const count = vi.mocked(fetch).mock.calls.length
    rerender(selectionOf({ measurement: 't' }))
    await passing(0)
    expect(vi.mocked(fetch).mock.calls).toHaveLength(count)
    await answered('BOXPLOT t 1,2', 't', [1, 2])
    await answered('COUNT t', 't', [1, 2])
    expect(result.current.spread.old).toBe(false)
  })

  test.each([
    ['other areas', { measurement: 't', areas: [2] }],
    ['another species', { measurement: 't', species: [3] }],
    ['two selections', { measurement: 't', against: 'before' }],
  ] as const)(
    'are not asked for before where there are %s: which they are follows from the counts',
    async (_, search) => {
      const { result } = dashboard()
      await answered('COUNT nh3', 'nh3', [1, 2])
      result.current.askAhead(selectionOf(search))
      expect([...asked.keys()].filter(one => one.includes(' t'))).toEqual([])
    },
  )

  test('are not asked for before while the filters are still moving', async () => {
    const { result, rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [1, 2])
    rerender(selectionOf({ measurement: 'nh3', weather: '0' }))
    await answered('COUNT nh3', 'nh3', [1, 2])
    result.current.askAhead(selectionOf({ measurement: 't' }))
    expect([...asked.keys()].filter(one => one.includes(' t'))).toEqual([])
  })

  test('are asked for once more where the overview tells of other areas', async () => {
    const { result, rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [1, 2])
    rerender(selectionOf({ measurement: 't' }))
    await answered('BOXPLOT t 1,2', 't', [1, 2])
    await answered('COUNT t', 't', [2, 3])
    expect(chartsOf('t')).toEqual(['BOXPLOT t 1,2', 'BOXPLOT t 2,3'])
    expect(result.current.spread.old).toBe(true)
    await answered('BOXPLOT t 2,3', 't', [2, 3])
    expect(result.current.spread.old).toBe(false)
    expect(result.current.spread.answer?.areas.map(({ area_id }) => area_id)).toEqual([2, 3])
  })

  test('have marks of what happened in the projects that their devices are part of', async () => {
    const { result, rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [2, 1])
    const [start, end] = ['2026-11-03T10:00:00.000Z', '2026-11-05T10:00:00.000Z']
    expect(result.current.marks).toEqual([])
    asked.get('11,12')?.([{ id: 1, title: 'New feed', start, end }] as never)
    await passing(0)
    const marks = [
      { time: Date.parse(start), label: 'New feed' },
      { time: Date.parse(end), label: '← New feed' },
    ]
    expect(result.current.marks).toEqual(marks)
    // Another measurement of the same areas asks for them no second time.
    asked.delete('11,12')
    rerender(selectionOf({ measurement: 't' }))
    await answered('COUNT t', 't', [1, 2])
    expect([result.current.marks, asked.has('11,12')]).toEqual([marks, false])
  })

  test('wait for the overview where other areas were chosen with it', async () => {
    const { rerender } = dashboard()
    await answered('COUNT nh3', 'nh3', [1, 2])
    rerender(selectionOf({ measurement: 't', species: [25] }))
    expect(chartsOf('t')).toEqual([])
  })
})
