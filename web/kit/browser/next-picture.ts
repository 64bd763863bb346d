/** ms. A page in the background is never drawn. */
const LATEST = 100

/** Resolves once the browser has drawn what is on the page now. */
export const nextPicture = (): Promise<void> =>
  new Promise(resolve => {
    const late = setTimeout(resolve, LATEST)
    requestAnimationFrame(() =>
      setTimeout(() => {
        clearTimeout(late)
        resolve()
      }),
    )
  })
