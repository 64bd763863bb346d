import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aLocation, BROILER } from '../testing/a-location.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { anInspection } from '../testing/an-inspection.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const grown = process.env.TEST_STORES === 'grown'
const NOON = Date.parse('2026-04-20T10:00:00Z')

describe.skipIf(!grown)('two processes that write about one area', () => {
  let one: TestApp
  let other: TestApp
  let owner: TestUser
  beforeAll(async () => {
    one = await startTestApp({ now: NOON })
    other = await startTestApp({ now: NOON, beside: one })
    owner = await aUser(one)
  })
  afterAll(async () => {
    await other.close()
    await one.close()
  })
  const aBarn = () => aLocation(one, owner, { areas: [{ name: 'Barn', area_type_id: BROILER, animal_places: 100 }] })

  test('keep the emission settings of the one and tell the other', async () => {
    const { area } = await aBarn()
    const save = (app: TestApp, n2o_detection_limit: number) => {
      const body = { version: 0, n2o_detection_limit }
      return app.call(api.saveEmissionSettings, { params: { id: area.id }, body }, owner.token)
    }
    const both = await Promise.allSettled([save(one, 0.1), save(other, 0.2)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await other.call(api.getEmissionSettings, { params: { id: area.id } }, owner.token)).version).toBe(1)
  })

  test('take a count of the diary over once, and begin no two rounds in the same days', async () => {
    const { id, area } = await aBarn()
    const params = { id: area.id }
    const begin = (app: TestApp, date_in: string) =>
      app.call(api.createRound, { params, body: { date_in, animals: 100 } }, owner.token)
    const begun = await Promise.allSettled([begin(one, '2026-04-01'), begin(other, '2026-04-02')])
    expect(begun.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const item = { key: 'animals_dead', name: 'Dead', input: 'number' as const }
    const list = await one.call(api.createChecklist, { body: { name: 'Counts', items: [item] } }, owner.token)
    const inspection = await anInspection(
      one,
      owner,
      { id },
      {
        date: '2026-04-10T08:00:00Z',
        area_ids: [area.id],
        checklist_id: list.id,
        answers: { animals_dead: 3 },
      },
    )
    const answers = [{ inspection_id: inspection.id, kind: 'lost' as const, animals: 3, take: true }]
    const answer = (app: TestApp) => app.call(api.answerDiaryCounts, { params, body: { answers } }, owner.token)
    await Promise.all([answer(one), answer(other), answer(one), answer(other)])
    expect((await other.call(api.listRounds, { params }, owner.token))[0]?.lost).toBe(3)
  })
})
