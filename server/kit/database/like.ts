/** Pattern by which LIKE finds a text anywhere, in what was made small letters; its own signs are found as they are, with `ESCAPE '\'`. */
export const anywhere = (text: string): string => `%${text.toLowerCase().replace(/[\\%_]/g, sign => `\\${sign}`)}%`
