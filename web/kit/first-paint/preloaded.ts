import type { Language } from '#shared/contract/fixed.ts'
import type { RenderedScreen } from '#shared/contract/rendering.ts'

declare global {
  interface Window {
    /** Work of web/boot/boot.ts for the product. */
    barnometer?: {
      /** First screen as the server rendered it; undefined where it did not. */
      rendered?: Omit<RenderedScreen, 'html'>
      /** Answers on their way, by call, token and language. */
      preloaded: Map<string, Promise<Response>>
      /** Buttons and links that were pressed before the product had come. */
      pressed: HTMLElement[]
      /** Takes the note away that the page is still loading. */
      loaded: () => void
    }
  }
}

/** ms after the page began to load: what was read earlier is no news any more. */
const FRESH = 10_000

interface Asker {
  token: string | null
  language: Language
}

/** The answer to a read that was asked for before the product had come, once; nothing where none was. */
export const takePreloaded = (
  method: string,
  url: string,
  { token, language }: Asker,
): Promise<Response> | undefined => {
  const preloaded = window.barnometer?.preloaded
  if (performance.now() > FRESH) preloaded?.clear()
  const key = [`${method} ${url}`, token, language].join()
  const answer = preloaded?.get(key)
  preloaded?.delete(key)
  return answer
}
