import './stand-in.ts'
import type { Sketch } from './draw.tsx'

export type { Sketch }

// Fetched once the stand-in stands: the modules of the pages look for a browser as soon as they run.
const drawing = import('./draw.tsx')
const screens = [
  import('../app/shell/layout.tsx'),
  import('../users/sign-in/sign-in-page.tsx'),
  import('../locations/home/home-page.tsx'),
  import('../measurements/page/data-page.tsx'),
]

/** Resolves once all that the first screens are drawn with is there. */
export const ready: Promise<unknown> = Promise.all([drawing, ...screens])

export const sketch = async (wanted: Sketch): Promise<string> => (await drawing).sketch(wanted)
