import type { ContactText } from './services/service.ts'

/** Alphabet of GSM 03.38; those of the extension count twice. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENSION = '^{}\\[~]|€'

/** Characters of our texts that the alphabet lacks, and the way people write them on a telephone. */
const WRITTEN: Record<string, string> = {
  '\u202F': ' ',
  '\u00A0': ' ',
  '\u2009': ' ',
  '–': '-',
  '—': '-',
  '−': '-',
  '’': "'",
  '‘': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '…': '...',
  '·': '.',
  '°': '',
  µ: 'u',
  μ: 'u',
  '²': '2',
  '³': '3',
  '₂': '2',
  '₃': '3',
  '₄': '4',
}

const isGsm = (letter: string): boolean => GSM.includes(letter) || EXTENSION.includes(letter)

/** Text in the alphabet of an SMS as far as it goes: "25.1 °C" becomes "25.1 C", and an accent that it lacks is left out. */
const inGsm = (text: string): string =>
  [...text.normalize('NFC')]
    .map(letter => {
      if (isGsm(letter)) return letter
      const written = WRITTEN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
      return [...written].every(isGsm) ? written : letter
    })
    .join('')

/** Tells whether a text is of the alphabet that every telephone knows. */
export const isGsmText = (text: string): boolean => [...text].every(isGsm)

const lengthIn = (text: string): number => [...text].reduce((sum, one) => sum + (EXTENSION.includes(one) ? 2 : 1), 0)

/** Parts that an SMS of this text goes out in; each costs. */
export const partsOf = (text: string): number => {
  const isAll = isGsmText(text)
  const length = isAll ? lengthIn(text) : text.length
  const [one, each] = isAll ? [160, 153] : [70, 67]
  return length <= one ? 1 : Math.ceil(length / each)
}

/** Text of an SMS: the sentence and the link, in two parts at most. A long sentence is cut, the link never. */
export const smsText = ({ sentence, link }: Pick<ContactText, 'sentence' | 'link'>): string => {
  const said = inGsm(sentence).replaceAll(/\s+/g, ' ').trim()
  const whole = `${said} ${link}`
  if (partsOf(whole) <= 2) return whole
  const letters = [...said]
  // Each length is tried from the longest on: one letter beyond the alphabet changes what fits.
  for (let kept = letters.length - 1; kept > 0; kept--) {
    const cut = `${letters.slice(0, kept).join('').trimEnd()}... ${link}`
    if (partsOf(cut) <= 2) return cut
  }
  return link
}

/** Longest text of a call, in characters: about half a minute. */
const SPOKEN = 400

/** Text that a voice speaks: the sentence without the link. */
export const spokenText = ({ sentence }: Pick<ContactText, 'sentence'>): string =>
  `Barnometer. ${sentence.replaceAll(/\s+/g, ' ').trim()}`.slice(0, SPOKEN)
