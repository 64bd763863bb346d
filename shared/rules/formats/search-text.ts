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
