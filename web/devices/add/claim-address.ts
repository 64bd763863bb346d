/** Address a device's QR code leads to: the devices page with the code filled in. */
export const claimAddress = (code: string): string => `${location.origin}/devices?claim=${encodeURIComponent(code)}`

/** The code in what was scanned or typed: an address of ours, or the code alone. */
export const codeIn = (text: string): string => {
  const found = /[?&]claim=([^&#]+)/.exec(text)
  return decodeURIComponent(found?.[1] ?? text).trim()
}
