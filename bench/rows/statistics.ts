import { mkdirSync, rmSync } from 'node:fs'
import { HOUR_MS } from '#shared/rules/time/units.ts'
import { dataFolder } from '../../tests/crash/server-process.ts'
import { inChild } from '../child.ts'
import type { StatisticsResult, StatisticsTask } from '../statistics.ts'
import { ms, type Row, times } from '../table.ts'

const PLACEMENTS = 50
const DAYS = 365
const MANY_DEVICES = 2000
const RUNS = 15
const LEAST_GAIN = 4
const MAP_MS = 40
const BOX_TIMES = 1.5
const CHART_TIMES = 1.3
const CHART_MS = 10
const HOUR_CPU_MS = 1000

const measure = async (task: Omit<StatisticsTask, 'folder' | 'until' | 'runs'>): Promise<StatisticsResult> => {
  const folder = dataFolder()
  mkdirSync(folder, { recursive: true })
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const result = await inChild<StatisticsResult>('statistics.ts', { folder, until, runs: RUNS, ...task })
  rmSync(folder, { recursive: true })
  return result
}

/** Statistics of a year of fifty barns, of the summed hours and of all readings, and what summing costs. */
export const statisticsRows = async (): Promise<Row[]> => {
  const { yearSummed, yearRead, charts } = await measure({ devices: PLACEMENTS, days: DAYS })
  const { hour } = await measure({ devices: MANY_DEVICES, days: 1, hourOnly: true })
  const rows: Row[] = [
    {
      what: "a year's daily means of a device, 12 keys, in 63 million values",
      measured: ms(yearSummed),
      bare: `${ms(yearRead)} of the readings`,
      ratio: times(yearRead / yearSummed),
      target: `≥ ${LEAST_GAIN} × quicker`,
      ok: yearRead >= LEAST_GAIN * yearSummed,
    },
  ]
  for (const [what, { took, bare }] of Object.entries(charts)) {
    const isBox = what.startsWith('box')
    const most = isBox ? BOX_TIMES * bare : CHART_TIMES * bare + CHART_MS
    const isMap = what.startsWith('weekday')
    rows.push({
      what: `${what}, ${PLACEMENTS} placements`,
      measured: ms(took),
      bare: `${ms(bare)} plain query`,
      ratio: times(took / bare),
      target: isBox
        ? `≤ ${BOX_TIMES} ×`
        : `≤ × ${CHART_TIMES} + ${CHART_MS} ms = ${ms(most)}${isMap ? `, < ${MAP_MS} ms` : ''}`,
      ok: took <= most && (!isMap || took < MAP_MS),
    })
  }
  rows.push({
    what: `summing up an hour of ${MANY_DEVICES.toLocaleString('en')} devices`,
    measured: `${ms(hour.cpu)} CPU, ${ms(hour.took)}`,
    target: `< ${ms(HOUR_CPU_MS)} CPU`,
    ok: hour.cpu < HOUR_CPU_MS,
  })
  return rows
}
