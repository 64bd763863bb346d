import type { Language } from '#shared/contract/fixed.ts'

declare global {
  interface Window {
    /** Answers on their way, by call, token and language. */
    barnometerBegun?: Map<string, Promise<Response>>
  }
}

/** ms after the page began to load: what was read earlier is no news any more. */
const FRESH = 10_000

/** Tells whether the answer to a call is on its way already, for whoever asks. */
export const isBegun = (method: string, url: string): boolean =>
  [...(window.barnometerBegun?.keys() ?? [])].some(key => key.startsWith(`${method} ${url},`))

interface Asker {
  token: string | null
  language: Language
}

/** The answer to a call that was begun before the product had come, once; nothing where none was. */
export const takeBegun = (method: string, url: string, { token, language }: Asker): Promise<Response> | undefined => {
  const begun = window.barnometerBegun
  if (performance.now() > FRESH) begun?.clear()
  const key = [`${method} ${url}`, token, language].join()
  const answer = begun?.get(key)
  begun?.delete(key)
  return answer
}
