import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chartArrangementEndpoints } from '#shared/contract/accounts/chart-arrangements.ts'
import { settingEndpoints } from '#shared/contract/accounts/settings.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { getSettings, saveSettings } = settingEndpoints
const { listChartArrangements, saveChartArrangement } = chartArrangementEndpoints
let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app)
})
afterAll(() => app.close())

test('[decisions §1] answers an empty list without a token, which checks the connection', async () => {
  expect(await app.call(getSettings, {})).toEqual([])
})

test('[decisions §1] saves by name, replaces, and keeps what was not named', async () => {
  await app.call(saveSettings, { body: { charts_per_row: '2' } }, user.token)
  await app.call(saveSettings, { body: { charts_per_row: '3' } }, user.token)
  await app.call(saveSettings, { body: {} }, user.token)
  expect(await app.call(getSettings, {}, user.token)).toEqual([{ name: 'charts_per_row', value: '3' }])
})

test("[decisions §3] one's settings are nobody else's", async () => {
  await app.call(saveSettings, { body: { charts_per_row: '1' } }, user.token)
  const other = await aUser(app)
  expect(await app.call(getSettings, {}, other.token)).toEqual([])
})

test.each([
  ['charts_per_row', '4'],
  ['time_zone', 'Europe/Amsterdam'],
  ['colour_scheme', 'dark'],
  ['favourite_animal', 'goat'],
  ['constructor', 'goat'],
])('[decisions §1] refuses %s = %s and names it', async (name, value) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/settings',
    payload: JSON.stringify({ [name]: value }),
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'application/json' },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors)).toEqual([name])
})

test('[decisions §1] refuses every unknown name at once', async () => {
  const body = { wrong: '1', also_wrong: '2' } as object
  await expect(app.call(saveSettings, { body }, user.token)).rejects.toMatchObject({
    status: 422,
    errors: { wrong: [expect.any(String)], also_wrong: [expect.any(String)] },
  })
})

describe('[decisions §1] the order of the charts', () => {
  const OF_BROILERS = { area_type_id: 25, order: ['co2', 'nh3'], hidden: ['light'] }
  const WITHOUT_AREA = { area_type_id: null, order: ['temperature'], hidden: [] }

  test('is kept by kind of area, and forgotten where it changes nothing', async () => {
    const { token } = await aUser(app)
    expect(await app.call(listChartArrangements, {}, token)).toEqual([])
    await app.call(saveChartArrangement, { body: OF_BROILERS }, token)
    expect(await app.call(saveChartArrangement, { body: WITHOUT_AREA }, token)).toEqual([WITHOUT_AREA, OF_BROILERS])
    const changed = { ...OF_BROILERS, order: ['nh3'] }
    expect(await app.call(saveChartArrangement, { body: { ...changed, order: ['nh3', 'nh3'] } }, token)).toEqual([
      WITHOUT_AREA,
      changed,
    ])
    await app.call(saveChartArrangement, { body: { ...WITHOUT_AREA, order: [] } }, token)
    expect(await app.call(listChartArrangements, {}, token)).toEqual([changed])
    expect(await app.call(listChartArrangements, {}, (await aUser(app)).token)).toEqual([])
  })

  test.each([
    ['area_type_id', { ...OF_BROILERS, area_type_id: 9999 }],
    ['order', { ...OF_BROILERS, order: ['goat'] }],
    ['hidden', { ...OF_BROILERS, hidden: ['constructor'] }],
  ])('names no %s that there is not', async (field, body) => {
    await expect(app.call(saveChartArrangement, { body }, user.token)).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  })
})
