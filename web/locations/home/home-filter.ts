import { nextOf } from '#shared/rules/collections/elements.ts'
import { isOnline } from '#shared/rules/devices/device-status.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import type { AreaState } from '#shared/rules/locations/area-state.ts'
import type { HomeView } from '../../kit/browser/home-view.ts'

const LOW_GRADE = 6

const isFound = ({ area, location, device }: AreaState, search: string): boolean =>
  hasWords([area.name, location.name, location.city, location.tag, device?.name], search)

/** A silent device needs somebody as well; an area without one does not, nor one whose values nothing judges. */
const needsAttention = ({ status, device, lastTime, silent }: AreaState): boolean =>
  silent || (status === 'no_data' ? device !== null && lastTime !== null : status !== 'good' && status !== 'not_graded')

const fitsOnline = ({ device }: AreaState, wanted: HomeView['online'], now: number): boolean => {
  if (wanted === 'off') return true
  if (!device) return false
  return (
    (isOnline(device.spoke_date ?? device.last_msg_date, device.upload_interval, now) === true) ===
    (wanted === 'online')
  )
}

const fitsPhoto = ({ device }: AreaState, wanted: HomeView['photo']): boolean => {
  if (wanted === 'off') return true
  const has = Boolean(device && (device.last_photo_date ?? device.last_photo_ir_date))
  return has === (wanted === 'only')
}

/** Tells whether an area is shown with these filters at `now` (epoch ms). */
export const isAreaVisible = (state: AreaState, view: HomeView, now: number): boolean =>
  (view.farm === null || state.location.id === view.farm) &&
  (view.species === null || state.area.area_type_id === view.species) &&
  (!view.belowSix || (state.grade !== null && state.grade < LOW_GRADE)) &&
  (!view.attention || needsAttention(state)) &&
  fitsOnline(state, view.online, now) &&
  fitsPhoto(state, view.photo) &&
  (view.search.trim() === '' || isFound(state, view.search.trim()))

/** Number of filters that are on. */
export const filterCount = ({ search, farm, species, belowSix, attention, online, photo }: HomeView): number =>
  [
    search.trim() !== '',
    farm !== null,
    species !== null,
    belowSix,
    attention,
    online !== 'off',
    photo !== 'off',
  ].filter(Boolean).length

/** The next state of a filter with three (specification §4). */
export const nextAreaOnline = (online: HomeView['online']): HomeView['online'] =>
  nextOf(['off', 'online', 'offline'], online)
export const nextAreaPhoto = (photo: HomeView['photo']): HomeView['photo'] => nextOf(['off', 'only', 'none'], photo)
