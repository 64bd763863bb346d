import { afterAll, beforeAll, expect, test } from 'vitest'
import { userEndpoints } from '#shared/contract/accounts/users.ts'
import { taxonomyEndpoints } from '#shared/contract/places/taxonomy.ts'
import { aUser, type TestUser } from '../testing/a-user.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

let app: TestApp
let user: TestUser
beforeAll(async () => {
  app = await startTestApp()
  user = await aUser(app)
})
afterAll(() => app.close())

const lists = (language?: string) => app.call(taxonomyEndpoints.getTaxonomy, {}, user.token, language)
const LISTS = [
  'alert_rules',
  'area_types',
  'casings',
  'chart_groups',
  'emissions',
  'location_details',
  'location_types',
  'manuals',
  'measurement_types',
  'physical_quantities',
  'research_types',
  'sensor_types',
  'settings',
]

test('[specification §3] answers all thirteen lists, none of them empty', async () => {
  const all = await lists('en')
  expect(Object.keys(all).sort()).toEqual(LISTS)
  for (const list of Object.values(all)) expect(Object.keys(list).length).toBeGreaterThan(0)
  expect(all.area_types.find(type => type.key === 'human')?.id).toBe(39)
})

test.each([
  ['de', 'Temperatur'],
  ['en', 'Temperature'],
  ['es', 'Temperatura'],
  ['nl', 'Temperatuur'],
])('[decisions §1] names things in %s, with the same ids', async (language, temperature) => {
  const [here, english] = [await lists(language), await lists('en')]
  expect(here.measurement_types.find(type => type.abbreviation === 't')?.name).toBe(temperature)
  expect(here.measurement_types.map(type => type.id)).toEqual(english.measurement_types.map(type => type.id))
})

test("[specification §1] without a wish of the browser it speaks the user's saved language", async () => {
  const other = await aUser(app)
  await app.call(userEndpoints.updateLocale, { body: { email: other.email, locale: 'nl' } }, other.token)
  const saved = await app.call(taxonomyEndpoints.getTaxonomy, {}, other.token)
  expect(saved.measurement_types.find(type => type.abbreviation === 't')?.name).toBe('Temperatuur')
})

test('[specification §6] needs a token', async () => {
  await expect(app.call(taxonomyEndpoints.getTaxonomy, {})).rejects.toMatchObject({ status: 401, code: 'invalid_auth' })
})
