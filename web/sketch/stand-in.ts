// Stand-ins for what modules and screens ask of a browser, where there is none. Imported before everything else.

/** Width of the screen the sketch is drawn for (px). */
let width = 390

const MIN_WIDTH = /min-width: ([\d.]+)em/
const MAX_WIDTH = /max-width: ([\d.]+)em/
const EM = 16

const matches = (query: string): boolean => {
  const [, min] = MIN_WIDTH.exec(query) ?? []
  const [, max] = MAX_WIDTH.exec(query) ?? []
  if (min === undefined && max === undefined) return false
  return width >= Number(min ?? 0) * EM && width <= Number(max ?? Number.POSITIVE_INFINITY) * EM
}

const nothingKept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
const nobodyCalls = () => undefined

Object.assign(globalThis, {
  window: globalThis,
  localStorage: nothingKept,
  sessionStorage: nothingKept,
  location: new URL('http://localhost/'),
  addEventListener: nobodyCalls,
  removeEventListener: nobodyCalls,
  matchMedia: (query: string) => ({
    matches: matches(query),
    addEventListener: nobodyCalls,
    removeEventListener: nobodyCalls,
  }),
})

export const standInFor = (screenWidth: number): void => {
  width = screenWidth
}
