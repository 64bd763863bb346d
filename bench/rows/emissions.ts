import { rmSync } from 'node:fs'
import { call, urlOf } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { DAY_MS, HOUR_MS } from '#shared/rules/time/units.ts'
import { addDevices, callerAt, signUp } from '../../tests/crash/farm.ts'
import { dataFolder, startServer } from '../../tests/crash/server-process.ts'
import { inChild } from '../child.ts'
import type { StatisticsTask } from '../statistics.ts'
import { median, ms, type Row } from '../table.ts'
import { cpuMs, timesOf, WARM_UPS } from '../timing.ts'

const AREAS = 10
const DAYS = 365
const RUNS = 15
const LOCATION_MS = 300
const AREA_CPU_MS = 2000
/** Area type: dairy cows, whose CO2 the balance of a barn is made of. */
const DAIRY = 29
const COWS = {
  animals: [{ valid_from: '2020-01-01', animals: 120, mass: 650, milk: 30, days_pregnant: 160 }],
  outdoors: { source: 'typed' as const, values: { co2: 420, nh3: 0.5 } },
}

/** Emissions of a year of a location with ten areas, whose devices send twelve values every five minutes. */
export const emissionRows = async (): Promise<Row[]> => {
  const folder = dataFolder()
  const until = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  const { token, location, area } = await prepare(folder, until)
  const task: StatisticsTask = { folder, until, runs: 1, devices: AREAS, days: DAYS, fillOnly: true }
  await inChild('statistics.ts', task)
  const server = await startServer(folder)
  const caller = callerAt(server.origin, token)
  const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10)
  const within = { date_start: dateOf(until - DAYS * DAY_MS), date_end: dateOf(until), interval: 'month' as const }
  const year = (of: { location_id: number } | { area_id: number }) =>
    server.origin + urlOf(api.getEmissions, { query: { ...within, ...of } })
  const whole = median(await timesOf(year({ location_id: location }), token, RUNS))
  const before = cpuMs(server.pid)
  const runs = await timesOf(year({ area_id: area }), token, RUNS)
  const single = (cpuMs(server.pid) - before) / (runs.length + WARM_UPS)
  const changed = await changeFactor(caller, area, { ...within, location_id: location })
  await server.end('SIGTERM')
  rmSync(folder, { recursive: true })
  return [
    {
      what: `emission of a year of a location with ${AREAS} areas, over HTTP`,
      measured: ms(whole),
      target: `< ${LOCATION_MS} ms`,
      ok: whole < LOCATION_MS,
    },
    {
      what: 'working out the emission of a year of an area anew',
      measured: `${ms(single)} CPU, ${ms(median(runs))}`,
      target: `< ${ms(AREA_CPU_MS)} CPU`,
      ok: single < AREA_CPU_MS,
    },
    {
      what: `new totals of that location after a factor was changed, both calls`,
      measured: ms(changed),
      target: `< ${LOCATION_MS} ms, another index`,
      ok: changed < LOCATION_MS,
    },
  ]
}

/** ms from a new factor until the totals that follow it are there; throws where they are as before. */
const changeFactor = async (
  caller: ReturnType<typeof callerAt>,
  area: number,
  query: { location_id: number; date_start: string; date_end: string; interval: 'month' },
): Promise<number> => {
  const ceiling = async () => (await call(api.getEmissions, { query }, caller)).areas.find(one => one.area_id === area)
  const before = (await ceiling())?.total.ceiling_kg
  const began = performance.now()
  const factors = [{ valid_from: '2020-01-01', kg: 6.5, source: 'Permit' }]
  await call(api.saveEmissionSettings, { params: { id: area }, body: { ...COWS, factors } }, caller)
  const after = (await ceiling())?.total.ceiling_kg
  const took = performance.now() - began
  if (!before || !after || after === before) throw new Error(`the ceiling was ${before} and is ${after}`)
  return took
}

const prepare = async (folder: string, until: number) => {
  const server = await startServer(folder)
  const token = await signUp(server.origin)
  const caller = callerAt(server.origin, token)
  const devices = await addDevices(server.origin, token, AREAS)
  const start = new Date(until - DAYS * DAY_MS).toISOString()
  const areas = devices.map((_, index) => ({
    name: `Barn ${index + 1}`,
    area_type_id: DAIRY,
    animal_places: 120,
    ammonia_factor: 13,
  }))
  const location = await call(api.createLocation, { body: { name: 'Bench', areas } }, caller)
  for (const [index, { id }] of location.areas.entries()) {
    const device_ids = [devices[index]?.id ?? 0]
    await call(
      api.createLocationResearch,
      { body: { location_id: location.id, area_id: id, device_ids, start } },
      caller,
    )
    await call(api.saveEmissionSettings, { params: { id }, body: COWS }, caller)
  }
  await server.end('SIGTERM')
  return { token, location: location.id, area: location.areas[0]?.id ?? 0 }
}
