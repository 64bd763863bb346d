import { cleanup, screen } from '@testing-library/react'
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { StatisticsAnswer } from '#shared/contract/measurements/statistics.ts'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import research from '#shared/locales/en/research-dashboard.json' with { type: 'json' }
import statistics from '#shared/locales/en/statistics.json' with { type: 'json' }
import ui from '#shared/locales/en/ui.json' with { type: 'json' }
import { definitionOf } from '#shared/rules/science/measurement-definition.ts'
import { renderPage } from '../../testing/render-page.tsx'
import type { ChartArea } from '../dashboard/areas.ts'
import type { ChartFacts } from '../dashboard/chart-facts.ts'
import { edgesOf } from '../dashboard/edges.ts'
import { GradesCard, useGrades } from './grades-card.tsx'

const BROILER = 25
const lists = {
  measurement_types: [{ id: 1, abbreviation: 't', name: 'Temperature', physical_quantity_id: 1, chart_group_id: 3 }],
  physical_quantities: [{ id: 1, decimals: 1, unit: '°C', grade_10: { low_value: 5, high_value: 8 } }],
  chart_groups: [
    {
      ...{ id: 3, low_is_bad: true, high_is_bad: true },
      area_type_boundaries: [
        { area_type_id: BROILER, min_value: 12, low_value: 18, high_value: 23, max_value: 30, limit_value: null },
      ],
    },
  ],
} as unknown as TaxonomyLists

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { statistics, ui, 'research-dashboard': research } },
    interpolation: { escapeValue: false },
  })
})
afterEach(cleanup)

const box = {
  n: 100,
  min: 30,
  p05: 30,
  whisker_low: 30,
  q1: 30,
  median: 31,
  q3: 32,
  whisker_high: 32,
  p95: 32,
  max: 32,
}
const areaOf = (id: number) =>
  ({ id, slot: id, name: `Device ${id}`, farm: '', speciesId: BROILER }) as unknown as ChartArea
const COMFORT = { min_value: 26, low_value: 29.5, high_value: 32.5, max_value: 37 }
const answer = {
  calculation: 'BOXPLOT',
  areas: [1, 2].map(id => ({
    area_id: id,
    measurements: {
      t: {
        ...{ unit: '°C', bins: 100, coverage: 1, days: 5, valid_days: 5, low_coverage_days: 0, empty_days: 0 },
        box: { ...box, mean: 31 },
        ...(id === 1 ? { comfort: COMFORT } : {}),
      },
    },
  })),
} as unknown as StatisticsAnswer

function Shown() {
  const definition = definitionOf('t', undefined, lists)
  if (!definition) throw new Error('temperature is known')
  const facts = {
    ...{ t: i18next.getFixedT('en', 'statistics'), rows: 'devices', decimals: 1, unit: '°C', name: 'Temperature' },
    ...{ definition, value: (value: number) => `${value}`, number: (value: number) => `${value}` },
    edgesOf: (area: ChartArea, of: { comfort?: typeof COMFORT }) => edgesOf('t', area.speciesId, lists, of.comfort),
  } as unknown as ChartFacts
  const words = i18next.getFixedT('en', 'research-dashboard')
  const read = { answer, old: false, failure: null } as unknown as Parameters<typeof useGrades>[0]
  const grades = useGrades(read, [areaOf(1), areaOf(2)], facts, { lists, words })
  return <GradesCard read={read} grades={grades} facts={facts} words={words} below="" />
}

describe('grades of devices', () => {
  test('are by the age of the animals where the answer says so, else by their kind', () => {
    renderPage(<Shown />)
    expect(screen.getAllByRole('img').map(badge => badge.textContent)).toEqual(['10.0', '1.0'])
  })
})
