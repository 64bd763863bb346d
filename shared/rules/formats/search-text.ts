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

/** Tells whether each word that somebody looks for is in one of the texts, as `searchText` reads both; an empty search finds all. */
export const hasWords = (texts: readonly (string | null | undefined)[], search: string): boolean => {
  const said = searchText(texts.filter(Boolean).join(' '))
  return searchText(search)
    .split(' ')
    .every(word => said.includes(word))
}
