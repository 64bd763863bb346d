import { nextPicture } from './next-picture.ts'

let tapped = false

const onClick = ({ target }: MouseEvent): void => {
  if (tapped || !(target instanceof Element) || !target.closest('a[href]')) return
  tapped = true
  void nextPicture().then(() => {
    tapped = false
  })
}

/** Notes taps on links from now on. */
export const watchLinkTaps = (): void => document.addEventListener('click', onClick, true)

/**
 * Tells whether a link was tapped and the browser has shown nothing since, however long what was begun by the tap has kept a slow
 * phone busy. Who is led on by what was done, such as a deletion, leaves at once: the page has nothing left to show.
 */
export const isLinkTapped = (): boolean => tapped
