declare global {
  interface Window {
    /** Actions on the sketch so far, in order: a link or button that was touched, a key that was pressed. */
    barnometerDone?: (Element | KeyboardEvent)[]
  }
}

const CONTROLS = 'a, button, input'
const controlsIn = (place: Element | null) => [...(place?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]

/** Name by which the same control is found in sketch and product. */
const nameOf = (one: Element): string =>
  [
    one.tagName,
    ...['href', 'aria-label', 'type', 'autocomplete'].map(name => one.getAttribute(name)),
    one.textContent,
  ].join()

const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** Fills a field as if the text had been typed. */
const type = (input: HTMLInputElement, text: string): void => {
  typed?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The same control of the product: of the same name, or at the same place where the name has changed meanwhile. */
const twinIn = (drawn: readonly Element[], one: Element | null): HTMLElement | undefined => {
  if (!one || !drawn.includes(one)) return
  const real = controlsIn(document.getElementById('root'))
  const nth = drawn.filter(other => nameOf(other) === nameOf(one)).indexOf(one)
  const sameName = real.filter(other => nameOf(other) === nameOf(one))[nth]
  const samePlace = real[drawn.indexOf(one)]
  return sameName ?? (samePlace?.tagName === one.tagName && drawn.length === real.length ? samePlace : undefined)
}

/** Controls of the sketch, in their order, once it is gone. */
let drawn: readonly Element[] = []

/**
 * Takes the sketch of the server away, now that the product stands where it was. What was typed and where the focus was goes
 * over at once: the next key belongs there.
 */
export const removeSketch = (): void => {
  document.getElementById('boot')?.remove()
  const sketch = document.getElementById('sketch')
  if (!sketch) return
  const focused = document.activeElement
  drawn = controlsIn(sketch)
  sketch.remove()
  // The router heard nothing of what was scrolled before it came, and the first tap may leave the page already.
  if (window.scrollY > 0) document.dispatchEvent(new Event('scroll'))
  for (const input of drawn) {
    if (!(input instanceof HTMLInputElement) || input.value === input.defaultValue) continue
    const twin = twinIn(drawn, input)
    if (twin instanceof HTMLInputElement && twin.value !== input.value) type(twin, input.value)
  }
  twinIn(drawn, focused)?.focus({ preventScroll: true })
}

/** ms. A part of the page that comes later than this is not what somebody waits for. */
const WAITS = 2000
const EVERY = 50

const whenThere = async (find: () => HTMLElement | undefined): Promise<HTMLElement | undefined> => {
  for (let waited = 0; waited < WAITS && !find(); waited += EVERY) await new Promise(done => setTimeout(done, EVERY))
  return find()
}

/** Brings what was touched or pressed in the sketch to the same place of the product. */
export const handOver = async (): Promise<void> => {
  const before = drawn
  drawn = []
  if (before.length === 0) return
  for (const done of window.barnometerDone ?? [])
    if (done instanceof Element) (await whenThere(() => twinIn(before, done)))?.click()
    else (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', done))
}
