/** A mailed code is expected within this time; then it can be sent again (specification §9), in ms. */
export const RESEND_AFTER = 5 * 60_000

const KEY = 'barnometer.code_sent'

/** Remembers that a code was just sent to an address, also over a reload of the page. */
export const rememberCodeSent = (email: string): number => {
  const at = Date.now()
  sessionStorage.setItem(KEY, `${at} ${email.toLowerCase()}`)
  return at
}

/** Time a code was last sent from here to an address, in epoch ms; 0 when none was. */
export const codeSentAt = (email: string): number => {
  const [at, to] = (sessionStorage.getItem(KEY) ?? '').split(' ')
  return to === email.toLowerCase() ? Number(at) : 0
}

/** Rest of a wait in ms, as `m:ss`. */
export const countDown = (left: number): string => {
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
