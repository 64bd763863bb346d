import { describe, expect, test } from 'vitest'
import type { Device } from '#shared/contract/devices/devices.ts'
import { batteryStatus } from '../../ui/status/battery-status.ts'
import { codeIn } from '../add/claim-address.ts'
import { shortAge } from './age.tsx'
import {
  type DeviceFilters,
  deviceFiltersIn,
  deviceSearch,
  matchesDeviceFilters,
  nextDeviceOnline,
  nextDevicePhoto,
  sortedDevices,
} from './device-list.ts'
import { PRESENCE_STATUS, presenceOf } from './device-state.ts'

const device = (name: string, changes: Partial<Device> = {}): Device => ({
  id: 1,
  name,
  device_name: `code ${name}`,
  eui: null,
  plan: 'basic',
  active: true,
  online: true,
  battery_percentage: 80,
  charging: false,
  power_state: null,
  connection_status: null,
  connection_type: null,
  modem_status: null,
  modem_network: null,
  modem_operator: null,
  modem_signal: null,
  last_seen_min: 1,
  last_seen_date: null,
  last_msg_min: 1,
  last_msg_date: null,
  spoke_min: 1,
  spoke_date: null,
  last_photo_min: null,
  last_photo_date: null,
  last_photo_ir_min: null,
  last_photo_ir_date: null,
  upload_interval: 300,
  silent_after_min: 40,
  battery_limit: 15,
  own_limits: { silent_after_min: null, battery_limit: null },
  refused_values: 0,
  eui_confirmed: true,
  lost_messages: null,
  main_refusal: null,
  rental: null,
  has_owner: true,
  needs_key: false,
  placement: null,
  may: [],
  ...changes,
})
const filters = (changes: Partial<DeviceFilters> = {}): DeviceFilters => ({ ...deviceFiltersIn({}), ...changes })
const names = (devices: Device[]) => devices.map(({ name }) => name)

describe('[specification §4] the filters of the devices', () => {
  test('go round: online off, online, offline; photo off, only with, only without', () => {
    expect([nextDeviceOnline('off'), nextDeviceOnline('online'), nextDeviceOnline('offline')]).toEqual([
      'online',
      'offline',
      'off',
    ])
    expect([nextDevicePhoto('off'), nextDevicePhoto('only_photo'), nextDevicePhoto('no_photo')]).toEqual([
      'only_photo',
      'no_photo',
      'off',
    ])
  })

  const on = device('on', { last_photo_date: '2026-01-01T00:00:00Z', plan: 'pro', refused_values: 2 })
  const off = device('off', { online: false, spoke_min: 20 })
  const never = device('never', { online: null, spoke_min: null })
  test.each<[Partial<DeviceFilters>, string[]]>([
    [{}, ['on', 'off', 'never']],
    [{ online: 'online' }, ['on']],
    [{ online: 'offline' }, ['off', 'never']],
    [{ photo: 'only_photo' }, ['on']],
    [{ photo: 'no_photo' }, ['off', 'never']],
    [{ plan: 'pro' }, ['on']],
    [{ refused: true }, ['on']],
    [{ search: 'CODE  never' }, ['never']],
    [{ search: 'nobody' }, []],
    [{ online: 'online', photo: 'no_photo' }, []],
  ])('%j leaves %j', (changes, left) => {
    expect(names([on, off, never].filter(one => matchesDeviceFilters(one, filters(changes))))).toEqual(left)
  })

  test('stand in the address, and rubbish there is as if nothing stood there', () => {
    const some = filters({
      search: 'x',
      online: 'offline',
      plan: 'pro',
      refused: true,
      sort: 'battery',
      descending: true,
    })
    expect(deviceFiltersIn(deviceSearch(some))).toEqual(some)
    expect(deviceSearch(filters())).toEqual({})
    expect(deviceFiltersIn({ online: 'maybe', sort: '-constructor', plan: '1', q: 7 })).toEqual(
      filters({ descending: true }),
    )
  })
})

describe('[ui patterns] the order of the devices', () => {
  test('is worst first: silent, failing battery, late, refused values, not started, fine; then by name', () => {
    const devices = [
      device('fine 10'),
      device('fine 9'),
      device('new', { online: null, spoke_min: null }),
      device('refused', { refused_values: 1 }),
      device('late', { online: false, spoke_min: 20 }),
      device('empty', { battery_percentage: 5 }),
      device('silent', { online: false, spoke_min: 600 }),
    ]
    const order = ['silent', 'empty', 'late', 'refused', 'new', 'fine 9', 'fine 10']
    expect(names(sortedDevices(devices, filters()))).toEqual(order)
  })

  test('by a column has what has no value last, up and down', () => {
    const devices = [
      device('none', { battery_percentage: null }),
      device('full', { battery_percentage: 99 }),
      device('low', { battery_percentage: 9 }),
    ]
    expect(names(sortedDevices(devices, filters({ sort: 'battery' })))).toEqual(['low', 'full', 'none'])
    expect(names(sortedDevices(devices, filters({ sort: 'battery', descending: true })))).toEqual([
      'full',
      'low',
      'none',
    ])
  })
})

test.each([
  [0, 0, ''],
  [59, 59, ''],
  [60, 1, 'h'],
  [1439, 23, 'h'],
  [1440, 1, 'd'],
])('[specification §9] %i minutes are %i%s', (minutes, value, unit) => {
  expect(shortAge(minutes)).toEqual({ value, unit })
})

test.each([
  [true, 1, 'good'],
  [false, 20, 'act_now'],
  [false, 600, 'act_now'],
  [null, null, 'pending'],
])('[specification §4] a device with online %s, last heard %s min ago, is %s', (online, spoke_min, status) => {
  expect(PRESENCE_STATUS[presenceOf(device('one', { online, spoke_min }))]).toBe(status)
})

test.each([
  [39, 40, false, 'late'],
  [41, 40, false, 'silent'],
  [179, 180, false, 'late'],
  [181, 180, false, 'silent'],
  // News of its state without values warn nobody.
  [41, 40, true, 'silent'],
  // Its values arrive, though its clock is an hour behind.
  [1, 40, false, 'online'],
  // A camera sends none, and calls.
  [1, 40, null, 'online'],
  [20, 40, null, 'late'],
  [41, 40, null, 'silent'],
  [null, 40, null, 'not_started'],
])(
  'a device heard %s minutes ago with a limit of %s and online %s is %s',
  (spoke_min, silent_after_min, online, presence) => {
    const one = device('one', { online, spoke_min, silent_after_min })
    expect(presenceOf(one)).toBe(presence)
  },
)

test.each<[number | null, Device['power_state'], string]>([
  [35, null, 'good'],
  [34, null, 'attention'],
  [15, null, 'attention'],
  [14, null, 'act_now'],
  [null, null, 'no_data'],
  [90, 'low_power', 'attention'],
  [90, 'power_save', 'act_now'],
  [90, 'power_save_battery', 'act_now'],
  [90, 'ok', 'good'],
  [5, 'ok', 'good'],
])('[specification §4] a battery of %s %% with power state %s is %s', (battery_percentage, power_state, status) => {
  expect(batteryStatus({ battery_percentage, power_state })).toBe(status)
})

test.each([
  [' K7QM-2RTX-9WPD ', 'K7QM-2RTX-9WPD'],
  ['https://barn.example/devices?claim=K7QM-2RTX-9WPD', 'K7QM-2RTX-9WPD'],
  ['https://barn.example/devices?locale=nl&claim=K7QM%2D2RTX#x', 'K7QM-2RTX'],
  ['https://evil.example/', 'https://evil.example/'],
])('a scanned or typed %j holds the code %j', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
