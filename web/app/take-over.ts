declare global {
  interface Window {
    /** What was done to the sketch so far, in order: a link or button that was touched, a key that was pressed. */
    barnometerDone?: (Element | KeyboardEvent)[]
  }
}

const CONTROLS = 'a, button, input'

const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** As if it had been typed. */
const type = (input: HTMLInputElement, text: string): void => {
  typed?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

let sketch: Element | null = null
let focused: Element | null = null

/** Takes the sketch of the server away, now that the product stands where it was. */
export const removeSketch = (): void => {
  document.getElementById('boot')?.remove()
  sketch = document.getElementById('sketch')
  focused = document.activeElement
  sketch?.remove()
}

/** Brings what was typed into the sketch, where the focus was and what was touched or pressed to the same place of the product. */
export const handOver = (): void => {
  if (!sketch) return
  const drawn = [...sketch.querySelectorAll(CONTROLS)]
  const real = [...(document.getElementById('root')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
  const twinOf = (one: Element | null) => {
    const twin = one ? real[drawn.indexOf(one)] : undefined
    return twin?.tagName === one?.tagName ? twin : undefined
  }
  for (const input of drawn) {
    const twin = twinOf(input)
    if (twin instanceof HTMLInputElement && input instanceof HTMLInputElement && twin.value !== input.value)
      type(twin, input.value)
  }
  twinOf(focused)?.focus({ preventScroll: true })
  for (const done of window.barnometerDone ?? [])
    if (done instanceof Element) twinOf(done)?.click()
    else (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', done))
  sketch = null
}
