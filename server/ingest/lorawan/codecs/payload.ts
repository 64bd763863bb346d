const HEX = /^(?:0x)?(?:[0-9a-f]{2}[\s:,-]*)+$/i

/** Bytes of a payload written as hexadecimal digits, also apart from each other, or else as base64. */
export const payloadOf = (text: string): Buffer =>
  HEX.test(text)
    ? Buffer.from(text.replace(/^0x/i, '').replaceAll(/[^0-9a-f]/gi, ''), 'hex')
    : Buffer.from(text, 'base64')
