import { createRequire } from 'node:module'

interface Glyph {
  /** Letters that it is drawn for: what a reader of the document gets of it. */
  codePoints: number[]
}

interface ReadFont {
  getGlyph(id: number, codePoints?: number[]): Glyph | null
}

/** Font of one document, as PDFKit embeds it. */
interface EmbeddedFont {
  name: string
  /** The font as it was read from its file. */
  font: ReadFont
  /** Words with the place of each of their letters, in the units of the font: the same in any document. */
  layoutCache: Record<string, unknown>
  constructor: new (document: FontDocument, font: ReadFont, id: string) => EmbeddedFont
}

/** Parts of pdfmake's document that keep its fonts. */
interface FontDocument {
  fontCache: Record<string, Record<string, EmbeddedFont>>
  _fontCount: number
  _fontFamilies: Record<string, EmbeddedFont>
  getFontType(bold: boolean, italics: boolean): string
  getFontFile(family: string, bold: boolean, italics: boolean): string
  provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont
}

const { default: document }: { default: { prototype: FontDocument } } = createRequire(import.meta.url)(
  'pdfmake/js/PDFDocument.js',
)

/**
 * Has a font say the letter of a glyph that it first gave as a part of another, as the c of a ç: it keeps glyphs as they were
 * first asked for, and a later document would show that letter and not be able to say it.
 */
const nameLetters = (font: ReadFont): void => {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints)
    if (glyph?.codePoints.length === 0) glyph.codePoints = codePoints
    return glyph
  }
}

/** Words that are known at most, some 5 MB: a document that brings more has those of its own besides. */
const MAX_WORDS = 5000

/**
 * Has pdfmake read each font once for all documents of the thread, and lay each word out once: both are a third of what a paper
 * of two pages costs. What a document embeds of a font stays its own.
 */
export const readFontsOnce = (): void => {
  const { provideFont } = document.prototype
  const read = new Map<string, EmbeddedFont>()
  document.prototype.provideFont = function (family, bold, italics) {
    const type = this.getFontType(bold, italics)
    const own = this.fontCache[family]?.[type]
    if (own) return own
    const name = `${family} ${type}`
    const first = read.get(name)
    if (!first) {
      const font = provideFont.call(this, family, bold, italics)
      nameLetters(font.font)
      read.set(name, font)
      return font
    }
    const font = new first.constructor(this, first.font, `F${++this._fontCount}`)
    if (Object.keys(first.layoutCache).length > MAX_WORDS) first.layoutCache = Object.create(null)
    font.layoutCache = first.layoutCache
    // Drawings ask for a font by its file.
    this._fontFamilies[this.getFontFile(family, bold, italics)] = font
    this._fontFamilies[font.name] = font
    this.fontCache[family] = { ...this.fontCache[family], [type]: font }
    return font
  }
}
