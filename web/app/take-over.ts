declare global {
  interface Window {
    /** The link or button of the sketch that was touched last. */
    barnometerTouched?: Element
  }
}

const CONTROLS = 'a, button, input'

const typed = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')

/** As if it had been typed. */
const type = (input: HTMLInputElement, text: string): void => {
  typed?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}

/**
 * Takes the sketch of the server away, now that the product stands where it was. What was typed into it, where the focus
 * was and what was touched last goes over to the same place of the product.
 */
export const takeOver = (): void => {
  document.getElementById('boot')?.remove()
  const sketch = document.getElementById('sketch')
  if (!sketch) return
  const focused = document.activeElement
  sketch.remove()
  const drawn = [...sketch.querySelectorAll(CONTROLS)]
  const real = [...(document.getElementById('root')?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])]
  const twinOf = (one: Element | null | undefined) => {
    const twin = one ? real[drawn.indexOf(one)] : undefined
    return twin?.tagName === one?.tagName ? twin : undefined
  }
  // React hears of it once it has finished.
  setTimeout(() => {
    for (const input of drawn) {
      const twin = input instanceof HTMLInputElement && input.value ? twinOf(input) : undefined
      if (twin instanceof HTMLInputElement && input instanceof HTMLInputElement && twin.value !== input.value)
        type(twin, input.value)
    }
    twinOf(focused)?.focus({ preventScroll: true })
    twinOf(window.barnometerTouched)?.click()
  })
}
