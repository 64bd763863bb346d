import { IconChartLine } from '@tabler/icons-react'
import { id, text } from '../kit/routing/parsers.ts'
import { defineScreen } from '../kit/routing/screen.ts'

const data = () => import('./page/data-page.tsx')
const texts = ['measurements'] as const

const period = {
  interval: text,
  index: text,
  calendar: text,
  date_start: text,
  date_end: text,
  zoomed_from: text,
  compare: text,
  doubtful: text,
  type: text,
  /** Chart that fills the screen. */
  full: text,
}
const photosOfPeriod = { ...period, kind: text, photo: id }

export const dataScreen = defineScreen({
  // The same screen with and without a device: it stays as it is when the worst one is chosen.
  path: '/data/{-$id}',
  params: { id },
  search: period,
  page: data,
  async instead({ params, client }) {
    const worst = params.id === undefined ? (await data()).worstDevice(client) : undefined
    return worst && { id: worst.id }
  },
  who: 'signedIn',
  tab: 'data',
  title: 'data',
  names: 'device',
  drawer: { group: 'data', order: 10, icon: IconChartLine },
  texts,
})

export const measurementsScreen = defineScreen({
  path: '/measurements',
  search: period,
  page: data,
  who: 'signedIn',
  tab: 'data',
  title: 'data',
  texts,
})

export const photosScreen = defineScreen({
  path: '/data/$id/photos',
  params: { id },
  search: photosOfPeriod,
  page: () => import('./photos/photos-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'photos',
  names: 'device',
  texts: ['photos', 'measurements'],
})

export const deviceDataScreen = defineScreen({
  path: '/data/device/$id',
  params: { id },
  search: period,
  page: data,
  who: 'signedIn',
  tab: 'data',
  title: 'data',
  names: 'device',
  texts,
})

export const scheduleScreen = defineScreen({
  path: '/data/schedule/$id',
  params: { id },
  search: period,
  page: () => import('./page/schedule-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'data',
  names: 'location_research',
  texts,
})

export const schedulePhotosScreen = defineScreen({
  path: '/data/schedule/$id/photos',
  params: { id },
  search: photosOfPeriod,
  page: () => import('./photos/schedule-photos-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'photos',
  names: 'location_research',
  texts: ['photos', 'measurements'],
})

export const mappingScreen = defineScreen({
  path: '/devices/$id/mapping',
  params: { id },
  page: () => import('./mapping/mapping-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'mapping',
  parent: '/devices',
  names: 'device',
  texts: ['mapping'],
})

export const importScreen = defineScreen({
  path: '/devices/$id/import',
  params: { id },
  page: () => import('./imports/import-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'import',
  parent: '/devices',
  names: 'device',
  texts: ['import', 'measurements'],
})

export const calibrationScreen = defineScreen({
  path: '/calibration/$id',
  params: { id },
  search: { key: text },
  page: () => import('./calibration/calibration-page.tsx'),
  who: 'signedIn',
  tab: 'data',
  title: 'calibration',
  parent: '/devices',
  names: 'device',
  texts: ['calibration', 'measurements'],
})
