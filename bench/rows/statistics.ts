import { mkdirSync, rmSync } from 'node:fs'
import { call, urlOf } from '#shared/contract/call.ts'
import type { CallInput } from '#shared/contract/endpoint.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { inChild } from '../child.ts'
import type { BenchedChart, StatisticsResult, StatisticsTask } from '../statistics.ts'
import { median, ms, percentile, type Row, times } from '../table.ts'
import { timesOf } from '../timing.ts'
import { filterToPicture } from './dashboard-page.ts'

const PLACEMENTS = 50
const AREAS_EACH = 10
/** `BENCH_DAYS=30 npm run bench -- statistics` is quick, for looking at what is measured. */
const DAYS = Number(process.env.BENCH_DAYS ?? 365)
const MANY_DEVICES = 2000
const RUNS = 15
const LEAST_GAIN = 4
const MAP_MS = 40
const CHART_TIMES = 1.3
const CHART_MS = 10
const PICTURE_MS = 500
const HOUR_CPU_MS = 1000

const CHARTS: Record<BenchedChart, { what: string; days: number; most: number; more: number }> = {
  WEEKMAP: { what: 'weekday-hour map of a year', days: DAYS, most: CHART_TIMES, more: CHART_MS },
  BOXPLOT: { what: 'box plots of six weeks', days: Math.min(42, DAYS), most: 1.5, more: 0 },
  YEAR_OF_BOXES: { what: 'box plots of a year', days: DAYS, most: CHART_TIMES, more: CHART_MS },
  PEAK: { what: 'peaks of six weeks', days: Math.min(42, DAYS), most: CHART_TIMES, more: CHART_MS },
  MEAN: { what: 'days of a year', days: DAYS, most: CHART_TIMES, more: CHART_MS },
  COUNT: { what: 'counts of a year', days: DAYS, most: CHART_TIMES, more: CHART_MS },
  CORRELATION: { what: 'correlations of a week at 25 lags', days: 7, most: CHART_TIMES, more: CHART_MS },
}

/** Statistics of a year of fifty barns over HTTP, beside the plainest queries; the dashboard; and what summing costs. */
export const statisticsRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const token = await prepare(folder, until)
  const task = { folder, until, runs: RUNS, devices: PLACEMENTS, days: DAYS }
  const { yearSummed, yearUnmerged, yearRead, bare } = await inChild<StatisticsResult>(
    'statistics.ts',
    task satisfies StatisticsTask,
  )
  const { took, pictures } = await overHttp(folder, token, until)
  rmSync(folder, { recursive: true })
  const gain = (what: string, summed: number): Row => ({
    what: `a year's daily means of a device, 12 keys, in 63 million values${what}`,
    measured: ms(summed),
    bare: `${ms(yearRead)} of the readings`,
    ratio: times(yearRead / summed),
    target: `≥ ${LEAST_GAIN} × quicker`,
    ok: yearRead >= LEAST_GAIN * summed,
  })
  const rows: Row[] = [gain('', yearSummed), gain(', before they are merged', yearUnmerged)]
  for (const [name, { what, most, more }] of Object.entries(CHARTS)) {
    const [measured, plain] = [took[name as BenchedChart], bare[name as BenchedChart]]
    const isMap = name === 'WEEKMAP'
    rows.push({
      what: `${what} over HTTP, ${PLACEMENTS} placements`,
      measured: ms(measured),
      bare: `${ms(plain)} plain query of the same numbers`,
      ratio: times(measured / plain),
      target: `≤ × ${most}${more ? ` + ${more} ms` : ''} = ${ms(most * plain + more)}${isMap ? `, < ${MAP_MS} ms` : ''}`,
      ok: measured <= most * plain + more && (!isMap || measured < MAP_MS),
    })
  }
  rows.push({
    what: 'data dashboard: from a filter to the picture, 95 %',
    measured: `${ms(percentile(pictures, 0.95))}, median ${ms(median(pictures))}`,
    target: `< ${PICTURE_MS} ms`,
    ok: percentile(pictures, 0.95) < PICTURE_MS,
  })
  const hour = await hourOfMany(until)
  rows.push({
    what: `summing up an hour of ${MANY_DEVICES.toLocaleString('en')} devices`,
    measured: `${ms(hour.cpu)} CPU, ${ms(hour.took)}`,
    target: `< ${ms(HOUR_CPU_MS)} CPU`,
    ok: hour.cpu < HOUR_CPU_MS,
  })
  return rows
}

/** `BENCH_AGREEMENT_DAYS=3 npm run bench -- agreement` compares half a million values instead of twenty million. */
const AGREEMENT_DAYS = Number(process.env.BENCH_AGREEMENT_DAYS ?? 116)
const LATE = 200_000
const WORST = 1e-9

/** Summaries of 20 million values of which many come late, compared with what the readings say. */
export const agreementRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  mkdirSync(folder, { recursive: true })
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const late = Math.min(LATE, AGREEMENT_DAYS * 2000)
  const task: StatisticsTask = { folder, until, runs: 1, devices: PLACEMENTS, days: AGREEMENT_DAYS, late }
  const { compared } = await inChild<StatisticsResult>('statistics.ts', task)
  rmSync(folder, { recursive: true })
  if (!compared) throw new Error('nothing was compared')
  const { values, hours, unlike, worst } = compared
  return [
    {
      what: `summaries against readings, ${(values / 1e6).toFixed(1)} million values, ${late} of them late`,
      measured: `${worst.toExponential(1)} at most in ${hours.toLocaleString('en')} hours, ${unlike} unlike`,
      target: `< ${WORST}, none unlike`,
      ok: worst < WORST && unlike === 0,
    },
  ]
}

const hourOfMany = async (until: number): Promise<StatisticsResult['hour']> => {
  const folder = dataFolder()
  mkdirSync(folder, { recursive: true })
  const task: StatisticsTask = { folder, until, runs: RUNS, devices: MANY_DEVICES, days: 1, hourOnly: true }
  const { hour } = await inChild<StatisticsResult>('statistics.ts', task)
  rmSync(folder, { recursive: true })
  return hour
}

/** Barns with one device each, which have hung there since the first reading. */
const prepare = async (folder: string, until: number): Promise<string> => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const caller = callerAt(server.origin, token)
  const devices = await addDevices(server.origin, token, PLACEMENTS)
  const start = new Date(until - DAYS * DAY_MS).toISOString()
  for (let at = 0; at < PLACEMENTS; at += AREAS_EACH) {
    const areas = Array.from({ length: AREAS_EACH }, (_, index) => ({
      name: `Barn ${at + index + 1}`,
      area_type_id: 25,
    }))
    const location = await call(api.createLocation, { body: { name: `Farm ${at}`, areas } }, caller)
    for (const [index, { id }] of location.areas.entries()) {
      const device_ids = [devices[at + index]?.id ?? 0]
      const body = { location_id: location.id, area_id: id, device_ids, start }
      await call(api.createLocationResearch, { body }, caller)
    }
  }
  await server.end('SIGTERM')
  return token
}

const overHttp = async (folder: string, token: string, until: number) => {
  const server = await startServer(folder)
  const took = {} as Record<BenchedChart, number>
  for (const [name, { days }] of Object.entries(CHARTS)) {
    const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
    const query: CallInput<typeof api.getStatistics>['query'] = {
      calculation: name === 'YEAR_OF_BOXES' ? 'BOXPLOT' : (name as Exclude<BenchedChart, 'YEAR_OF_BOXES'>),
      measurements: 'nh3',
      interval: 'selection',
      date_start: dateOf(until - days * DAY_MS),
      date_end: dateOf(until),
      step: 'day',
      ...(name === 'CORRELATION' ? { cause: 't' } : {}),
    }
    const url = server.origin + urlOf(api.getStatistics, { query })
    took[name as BenchedChart] = median(await timesOf(url, token, RUNS))
  }
  const pictures = await filterToPicture(server.origin, token)
  await server.end('SIGTERM')
  return { took, pictures }
}
