/** Number of bytes of a text as it travels. */
export const bytesOf = (text: string): number => Buffer.byteLength(text)

/** Text whose size is at most `most`: as it is, or cut after as many letters as fit, with a mark that says so. */
export const textWithin = (text: string, most: number, sizeOf: (text: string) => number = bytesOf): string => {
  if (sizeOf(text) <= most) return text
  const letters = [...text]
  const cut = (kept: number) => `${letters.slice(0, kept).join('').trimEnd()}…`
  let [fits, tooMany] = [0, letters.length]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (sizeOf(cut(middle)) <= most) fits = middle
    else tooMany = middle
  }
  return cut(fits)
}
