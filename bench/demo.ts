import { call } from '#shared/contract/call.ts'
import { api } from '#shared/contract/index.ts'
import { callerAt } from '../tests/crash/farm.ts'

/** Loads the demo farm of the account of a token, and waits until all of it is there. */
export const loadDemo = async (origin: string, token: string): Promise<void> => {
  const caller = callerAt(origin, token)
  await call(api.loadDemo, {}, caller)
  while ((await call(api.getDemo, {}, caller)).state !== 'on') await new Promise(resolve => setTimeout(resolve, 500))
}

/** Makes a board of four charts of the first area that measures; returns the board's id. */
export const addBoard = async (origin: string, token: string): Promise<number> => {
  const caller = callerAt(origin, token)
  const placements = await call(api.listLocationResearch, { query: {} }, caller)
  const [area_id] = placements.filter(({ end }) => end === null).map(one => one.area_id)
  const charts = ['nh3', 't', 'h', 'co2'].map(measurement => ({ lines: [{ area_id, measurement }] }))
  return (await call(api.createBoard, { body: { name: 'Morning round', interval: 'week', charts } }, caller)).id
}
