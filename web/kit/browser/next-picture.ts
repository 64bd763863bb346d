/** ms. A page in the background is never drawn; one that is seen may take its time on a slow phone, and the picture is what is waited for. */
const [UNSEEN, SEEN] = [100, 1000]

/** Resolves once the browser has drawn what is on the page now: the second frame begins when the first has been handed on. */
export const nextPicture = (): Promise<void> =>
  new Promise(resolve => {
    const late = setTimeout(resolve, document.hidden ? UNSEEN : SEEN)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      }),
    )
  })
