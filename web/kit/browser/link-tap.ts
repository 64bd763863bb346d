/** ms for which a tap counts: the router asks right after it. */
const COUNTS_FOR = 100

let tappedAt = Number.NEGATIVE_INFINITY

const onClick = ({ target }: MouseEvent): void => {
  if (target instanceof Element && target.closest('a[href]')) tappedAt = performance.now()
}

/** Notes taps on links from now on. */
export const watchLinkTaps = (): void => document.addEventListener('click', onClick, true)

/**
 * Tells whether somebody has just tapped a link. Who is led on by what was done, such as a deletion, leaves at once: the page has
 * nothing left to show.
 */
export const isLinkTapped = (): boolean => performance.now() - tappedAt < COUNTS_FOR
