import { afterAll, beforeAll, expect, test } from 'vitest'
import { settingEndpoints } from '#shared/contract/accounts/settings.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const { getSettings, saveSettings } = settingEndpoints
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
