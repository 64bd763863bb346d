import { describe, expect, test } from 'vitest'
import { exportName, namesOf } from './format.ts'

const hung = (deviceId: number, areaId: number | null, area: string, location: string) => ({
  deviceId,
  areaId,
  area,
  location,
  name: `Device ${deviceId}`,
})
const [FROM, UNTIL] = [Date.parse('2026-11-17T00:00:00Z'), Date.parse('2026-11-18T00:00:00Z')]
const nameOf = (names: string[], language: 'en' | 'de' | 'es' | 'nl') =>
  exportName(names, { from: FROM, until: UNTIL, zone: 'UTC', language }, 'csv')

describe('names of what a file holds', () => {
  test('barns called alike on two farms are two, each with its farm', () => {
    const names = namesOf({ intervals: [hung(1, 11, 'Barn 1', 'North'), hung(2, 12, 'Barn 1', 'South')] })
    expect(names).toEqual(['Barn 1, North', 'Barn 1, South'])
    expect(nameOf(names, 'en')).toBe('2-areas_2026-11-17.csv')
    expect(nameOf(names, 'de')).toBe('2-bereiche_2026-11-17.csv')
    expect(nameOf(names, 'es')).toBe('2-zonas_2026-11-17.csv')
    expect(nameOf(names, 'nl')).toBe('2-ruimtes_2026-11-17.csv')
  })

  test('two devices in one area are one area, named alone', () => {
    const names = namesOf({ intervals: [hung(1, 11, 'Barn 1', 'North'), hung(2, 11, 'Barn 1', 'North')] })
    expect(nameOf(names, 'en')).toBe('barn-1_2026-11-17.csv')
  })

  test('nobody is named where no names are to be told', () => {
    expect(exportName(null, { from: FROM, until: UNTIL, zone: 'UTC' }, 'xlsx')).toBe('barnometer_2026-11-17.xlsx')
  })

  test('a device counts where it hung last, and by its own name where it hangs nowhere', () => {
    const intervals = [hung(1, 11, 'Barn 1', 'North'), hung(1, 12, 'Barn 2', 'North'), hung(2, null, '', '')]
    expect(namesOf({ intervals })).toEqual(['Barn 2', 'Device 2'])
  })
})
