import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#shared/contract/index.ts'
import { aUser, type TestUser } from '../../testing/a-user.ts'
import { startTestApp, type TestApp } from '../../testing/start-test-app.ts'
import { createGeocoder } from './geocoder.ts'

let app: TestApp
let user: TestUser
let nominatim: Server
const asked: IncomingMessage[] = []
let answer: () => { status: number; body: string } | 'silence'

const FOUND = [
  {
    display_name: 'Hulsenweg 14, Nederweert, Nederland',
    lat: '51.2901',
    lon: '5.7402',
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
    boundingbox: ['51.2900', '51.2902', '5.7400', '5.7404'],
    address: {
      road: 'Hulsenweg',
      house_number: '14',
      village: 'Nederweert',
      postcode: '6031 SP',
      country: 'Nederland',
      country_code: 'nl',
    },
  },
]
const find = (query: string, country?: string) =>
  app.call(api.findAddresses, { query: { query, ...(country ? { country } : {}) } }, user.token, 'nl')

beforeAll(async () => {
  nominatim = createServer((request, response) => {
    asked.push(request)
    const said = answer()
    if (said !== 'silence') response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.body)
  }).listen(0, '127.0.0.1')
  await new Promise(done => nominatim.once('listening', done))
  app = await startTestApp()
  user = await aUser(app)
})
afterAll(async () => {
  await app.close()
  nominatim.closeAllConnections()
  nominatim.close()
})

describe('without an address service', () => {
  test('finds towns by name, with accents and capitals or without, and credits GeoNames', async () => {
    for (const typed of ['Köln', 'koln', 'KÖLN']) {
      const { addresses, fell_back, credit } = await find(typed, 'DE')
      expect(addresses[0]).toMatchObject({ city: 'Köln', country_code: 'DE', time_zone: 'Europe/Berlin' })
      expect([fell_back, credit]).toEqual([false, 'GeoNames, CC BY 4.0'])
    }
  })

  test('keeps street, number and postal code as typed and says how exact the place is', async () => {
    const { addresses } = await find('Hulsenweg 14, 6031 SP Nederw')
    expect(addresses[0]).toMatchObject({
      label: 'Hulsenweg 14, 6031 SP Nederweert, Nederland',
      street: 'Hulsenweg',
      number: '14',
      postal_code: '6031 SP',
      city: 'Nederweert',
      accuracy_m: 3000,
      source: 'places',
    })
  })

  test('answers nothing for what is no town', async () => {
    expect((await find('qqqqqqqq')).addresses).toEqual([])
    expect((await find(',,,')).addresses).toEqual([])
    await expect(find('x')).rejects.toMatchObject({ status: 422 })
    await expect(find('Köln', 'XX')).rejects.toMatchObject({ status: 422, errors: { country: [expect.any(String)] } })
  })

  test('tells the time zone of a position', async () => {
    const zone = (lat: number, lon: number) => app.call(api.getZone, { query: { lat, lon } }, user.token)
    expect(await zone(28.1, -15.4)).toEqual({ time_zone: 'Atlantic/Canary' })
    await expect(zone(91, 0)).rejects.toMatchObject({ status: 422 })
  })
})

describe('with an address service', () => {
  beforeAll(() => {
    const { port } = nominatim.address() as AddressInfo
    app.services.environment.GEOCODER_URL = `http://127.0.0.1:${port}/geo`
  })

  test('asks it by name and shows its answer, once a day', async () => {
    answer = () => ({ status: 200, body: JSON.stringify(FOUND) })
    const first = await find('Hulsenweg 14, Nederweert', 'NL')
    expect(first).toMatchObject({ fell_back: false, credit: FOUND[0]?.licence })
    expect(first.addresses).toEqual([
      {
        label: 'Hulsenweg 14, Nederweert, Nederland',
        street: 'Hulsenweg',
        number: '14',
        postal_code: '6031 SP',
        city: 'Nederweert',
        country_code: 'NL',
        country: 'Nederland',
        lat: 51.2901,
        lon: 5.7402,
        accuracy_m: expect.any(Number),
        time_zone: 'Europe/Amsterdam',
        source: 'geocoder',
      },
    ])
    expect(first.addresses[0]?.accuracy_m).toBeLessThan(30)
    expect(asked[0]?.url).toMatch(/^\/geo\/search\?q=Hulsenweg\+14.*countrycodes=nl/)
    expect(asked[0]?.headers['user-agent']).toBe('Barnometer/3.1.20 (http://barnometer.test)')
    expect(await find('Hulsenweg 14, Nederweert', 'NL')).toEqual(first)
    expect(asked).toHaveLength(1)
  })

  test('asks at most once a second', async () => {
    asked.length = 0
    const began = Date.now()
    await Promise.all([find('Straat een'), find('Straat twee')])
    expect(asked).toHaveLength(2)
    expect(Date.now() - began).toBeGreaterThan(950)
    // Another process of the installation waits for its turn, too.
    const { GEOCODER_URL = '' } = app.services.environment
    const elsewhere = createGeocoder(GEOCODER_URL, 'http://barnometer.test', app.services.db)
    expect(await elsewhere({ query: 'Straat drie', language: 'en' })).not.toBeNull()
    expect(Date.now() - began).toBeGreaterThan(1900)
  })

  test.each([
    ['refuses', { status: 503, body: '' }],
    ['answers rubbish', { status: 200, body: '<html>' }],
    ['answers something else', { status: 200, body: '{"features":[]}' }],
    ['is silent', 'silence' as const],
  ])('that %s it falls back to towns, and says so', async (what, said) => {
    answer = () => said
    const found = await find(`${what}, Nederweert`)
    expect(found).toMatchObject({ fell_back: true, credit: 'GeoNames, CC BY 4.0' })
    expect(found.addresses[0]).toMatchObject({ city: 'Nederweert', source: 'places' })
  })

  test('an answer may be empty without being a failure', async () => {
    answer = () => ({ status: 200, body: '[]' })
    expect(await find('nergens te vinden')).toMatchObject({ addresses: [], fell_back: false })
  })
})
