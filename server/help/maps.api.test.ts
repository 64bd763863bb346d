import { afterAll, beforeAll, expect, test } from 'vitest'
import { helpEndpoints } from '#shared/contract/help.ts'
import { readEnvironment } from '../environment.ts'
import { startTestApp, type TestApp } from '../testing/start-test-app.ts'

const STYLE = 'https://maps.example.org:8443/styles/a.json'
const TILES = 'https://pictures.example.org/ortho/{z}/{x}/{y}.jpeg'
const WMS = 'https://wms.example.org/dop?REQUEST=GetMap&CRS=EPSG:3857&BBOX={bbox-epsg-3857}'
/** Hosts that would say something else in the policy of what pages may load. */
const NOT_PLAIN = ['a;b', 'h,x', '*.example.org', '*', "'none'", 'user:pass@example.org', 'user@example.org']
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    environment: { MAP_STYLE_URL: STYLE, MAP_AERIAL_URL: TILES, MAP_AERIAL_ATTRIBUTION: 'Survey' },
  })
})
afterAll(() => app.close())

test('maps are of streets unless another style is named, or none', () => {
  expect(readEnvironment({}).MAP_STYLE_URL).toBe('https://tiles.openfreemap.org/styles/liberty')
  expect(readEnvironment({ MAP_STYLE_URL: '' }).MAP_STYLE_URL).toBe('https://tiles.openfreemap.org/styles/liberty')
  expect(readEnvironment({ MAP_STYLE_URL: 'none' }).MAP_STYLE_URL).toBeUndefined()
  expect(() => readEnvironment({ MAP_STYLE_URL: 'streets' })).toThrow('MAP_STYLE_URL')
  for (const host of NOT_PLAIN)
    expect(() => readEnvironment({ MAP_STYLE_URL: `https://${host}/style.json` }), host).toThrow('MAP_STYLE_URL')
})

test('aerial pictures are tiles or boxes of a named host, and of somebody who is named', () => {
  const read = (MAP_AERIAL_URL: string, MAP_AERIAL_ATTRIBUTION = 'Survey') =>
    readEnvironment({ MAP_AERIAL_URL, MAP_AERIAL_ATTRIBUTION }).MAP_AERIAL_URL
  expect(readEnvironment({}).MAP_AERIAL_URL).toBeUndefined()
  expect(read('', '')).toBeUndefined()
  expect(read(TILES)).toBe(TILES)
  expect(read(WMS)).toBe(WMS)
  for (const other of [
    'https://pictures.example.org/ortho?x={x}&y={y}&z={z}',
    'https://pictures.example.org?row={y}&zoom={z}&column={x}',
    'http://127.0.0.1:8080/{z}/{y}/{x}',
    'http://[::1]:8080/{z}/{y}/{x}',
    'http://tile_server/{z}/{y}/{x}',
  ])
    expect(read(other)).toBe(other)
  for (const host of NOT_PLAIN) expect(() => read(`https://${host}/{z}/{x}/{y}`), host).toThrow('MAP_AERIAL_URL')
  for (const wrong of [
    'https://pictures.example.org/ortho.jpeg',
    'https://pictures.example.org/{z}/{x}.jpeg',
    'https://{s}.example.org/{z}/{x}/{y}.jpeg',
    'https://pictures.example.org/{z}/{x}/{y}{r}.jpeg',
    'https://pictures.example.org/{z}/{x}/{x}',
    'https://pictures.example.org/{z}/{z}/{x}/{y}',
    'https://pictures.example.org/{z}/{x}/{y}/{bbox-epsg-3857}',
    'https://pictures.example.org/{z}/{x}/{y}}',
    'https://pictures.example.org/#{z}/{x}/{y}',
    'https://pictures.example.org:{z}/{x}/{y}',
    'javascript:alert(1)//{z}/{x}/{y}',
    '/tiles/{z}/{x}/{y}.jpeg',
  ])
    expect(() => read(wrong), wrong).toThrow('MAP_AERIAL_URL')
  expect(() => read(TILES, '')).toThrow('MAP_AERIAL_ATTRIBUTION')
  expect(() => read('', 'Survey')).toThrow('MAP_AERIAL_URL')
})

test('[decisions §12] the style of the maps and the aerial pictures are told, and their origins may be fetched from: those and no others', async () => {
  expect(await app.call(helpEndpoints.getHelp, {})).toMatchObject({
    map_style_url: STYLE,
    map_aerial: { url: TILES, attribution: 'Survey' },
  })
  const { headers } = await app.inject({ method: 'GET', url: '/api/help' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' https://maps.example.org:8443 https://pictures.example.org;")
  expect(policy).toContain("img-src 'self' data: blob: https://maps.example.org:8443 https://pictures.example.org;")
  expect(policy.match(/maps\.example\.org/g)).toHaveLength(2)
})
