import classes from './print-sheet.module.css'

interface Picture {
  canvas: HTMLCanvasElement
  alt: string
}

/** A picture as a file. */
export const pngOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('no picture came out'))), 'image/png'),
  )

let sheet: HTMLElement | undefined
const clear = (): void => {
  for (const image of sheet?.querySelectorAll('img') ?? []) URL.revokeObjectURL(image.src)
  sheet?.remove()
  sheet = undefined
  delete document.documentElement.dataset.printing
}

/** Prints pictures, and what stands below them, and nothing else of the page, on A4. */
export const printPictures = async (
  pictures: readonly Picture[],
  below: readonly HTMLElement[] = [],
): Promise<void> => {
  clear()
  const made = document.createElement('div')
  made.className = classes.sheet ?? ''
  for (const { canvas, alt } of pictures) {
    const image = new Image()
    image.alt = alt
    image.src = URL.createObjectURL(await pngOf(canvas))
    await image.decode()
    made.append(image)
  }
  made.append(...below)
  sheet = made
  document.body.append(made)
  document.documentElement.dataset.printing = ''
  window.addEventListener('afterprint', clear, { once: true })
  window.print()
}
