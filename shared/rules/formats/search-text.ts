/** Text with its letters alone: `Amoníaco` becomes `Amoniaco`. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '')

/** Text without what people leave out when they search: case, accents, dots and hyphens. Who types "cordoba" finds "Córdoba". */
export const searchText = (text: string): string =>
  withoutAccents(text)
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ł', 'l')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * Tells whether each word that somebody looks for is in one of the texts, as `searchText` reads both; an empty search finds all. What
 * was typed without a space stays together: "Stal-2" is not in "Stal-7" beside a number with a 2 in it.
 */
export const hasWords = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const said = texts.flatMap(text => (text ? [searchText(text)] : []))
  return search
    .split(/\s+/)
    .map(searchText)
    .every(word => word === '' || said.some(text => text.includes(word)))
}
