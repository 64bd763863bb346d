import { IconDeviceAnalytics, IconTruck } from '@tabler/icons-react'
import { FLEET_STATES } from '#shared/rules/devices/fleet-states.ts'
import { PLANS } from '#shared/rules/devices/plan.ts'
import { flag, id, oneOf, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const texts = ['devices', 'device-limits'] as const

export const devicesScreen = defineScreen({
  path: '/devices',
  search: {
    q: text,
    plan: text,
    online: text,
    photo: text,
    refused: text,
    sort: text,
    area: id,
    new: flag,
    claim: text,
    offers: flag,
  },
  page: () => import('./list/devices-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'devices',
  parent: '/data/{-$id}',
  drawer: { group: 'data', order: 30, icon: IconDeviceAnalytics, counts: 'silent_devices' },
  texts,
})

export const fleetScreen = defineScreen({
  path: '/fleet',
  search: {
    search: text,
    plan: oneOf(PLANS),
    state: oneOf(FLEET_STATES),
    low_battery: flag,
    ownerless: flag,
    page: id,
  },
  page: () => import('./fleet/fleet-page.tsx'),
  who: 'signedIn',
  title: 'fleet',
  drawer: { group: 'data', order: 40, icon: IconTruck, who: 'admin' },
  texts: ['fleet', ...texts, 'people'],
})

export const deviceLabelScreen = defineScreen({
  path: '/devices/$id/label',
  params: { id },
  page: () => import('./placement/label-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'device_label',
  parent: '/devices',
  names: 'device',
  texts,
})

export const heardDevicesScreen = defineScreen({
  path: '/devices/heard',
  page: () => import('./discovered/heard-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'heard_devices',
  parent: '/devices',
  texts,
})

export const codecScreen = defineScreen({
  path: '/devices/$id/decoder',
  params: { id },
  page: () => import('./codec/codec-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'codec',
  parent: '/devices',
  names: 'device',
  texts: ['codec', 'mapping'],
})

export const areaScreen = defineScreen({
  path: '/areas/$id',
  params: { id },
  page: () => import('./placement/spot-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'data',
  names: 'area',
  texts,
})

export const deviceSettingsScreen = defineScreen({
  path: '/device-settings/$id',
  params: { id },
  page: () => import('./settings/settings-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'device_settings',
  parent: '/devices',
  names: 'device',
  texts: ['devices', 'device-settings'],
})
