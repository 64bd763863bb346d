const CONTROLS = 'a[href], button, label, summary'
/** ms for which what was tapped looks so. A page that is not there by then says that it is loading. */
const LOOKS_TAPPED = 300

let tapped = false

/** Shows that a tap was heard (`data-tapped`): the browser has no picture of a tap that changes nothing until its work is done. */
const look = (target: Element): void => {
  const control = target.closest<HTMLElement>(CONTROLS)
  if (!control) return
  control.dataset.tapped = ''
  setTimeout(() => delete control.dataset.tapped, LOOKS_TAPPED)
}

const onClick = ({ target }: MouseEvent): void => {
  if (tapped || !(target instanceof Element)) return
  tapped = true
  look(target)
  // The timer runs once all is done that the tap calls at once.
  setTimeout(() => {
    tapped = false
  })
}

/** Notes taps from now on. */
export const watchTaps = (): void => document.addEventListener('click', onClick, true)

/**
 * Tells whether what happens now is called by a tap itself, however long that has kept a slow phone busy. Who is led on by the
 * answer to what they did, such as a deletion, leaves at once: the page has nothing left to show.
 */
export const isTapped = (): boolean => tapped
