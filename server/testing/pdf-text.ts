import { inflateSync } from 'node:zlib'

/**
 * Text of each page of a PDF that the product printed, as a reader that selects all of it gets it: glyphs are turned back into
 * letters by the ToUnicode maps of the embedded fonts. Lines are parted by a line end; no layout is kept.
 */
export const pdfText = (pdf: Buffer): string[] => {
  const objects = objectsOf(pdf)
  const all = [...objects.values()]
  const pages = all.filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  const lettersOf = new Map<string, Map<string, string>>()
  return pages.map(({ head }) => {
    const resources = objects.get(/\/Resources (\d+) 0 R/.exec(head)?.[1] ?? '')?.head ?? head
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const unicode = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? '')?.[1] ?? ''
        const letters = lettersOf.get(unicode) ?? lettersIn(objects.get(unicode)?.stream ?? '')
        lettersOf.set(unicode, letters)
        return [name, letters] as const
      }),
    )
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
    return textIn(content, fonts)
  })
}

/** Titles of the outline, in the order in which they were written. */
export const pdfOutline = (pdf: Buffer): string[] =>
  [...objectsOf(pdf).values()]
    .filter(({ head }) => /\/Dest \[|\/First /.test(head) && /\/Title/.test(head) && /\/Parent/.test(head))
    .map(({ head }) => titleOf(head))

/** Title of the document, which stands in an object of its own; empty where it has none. */
export const pdfTitle = (pdf: Buffer): string => {
  const objects = objectsOf(pdf)
  const about = [...objects.values()].find(({ head }) => /\/Producer/.test(head))?.head ?? ''
  return titleOf(`/Title ${objects.get(/\/Title (\d+) 0 R/.exec(about)?.[1] ?? '')?.head ?? ''}`)
}

const titleOf = (head: string): string => {
  const text = /\/Title \(((?:[^\\)]|\\[\s\S])*)\)/.exec(head)?.[1]?.replaceAll(/\\([\s\S])/g, '$1') ?? ''
  if (!text.startsWith('\u00FE\u00FF')) return text
  const bytes = Buffer.from(text.slice(2), 'latin1')
  return bytes.swap16().toString('utf16le')
}

/** Element of the structure of a PDF, with the words that stand for it. */
export interface PdfElement {
  type: string
  alt: string | null
  children: PdfElement[]
  /** Pieces of pages that belong to it. */
  pieces: number
}

/** Structure by which a screen reader goes through a PDF; null where it has none. */
export const pdfStructure = (pdf: Buffer): PdfElement | null => {
  const objects = objectsOf(pdf)
  const root = [...objects.values()].find(({ head }) => /\/Type \/StructTreeRoot/.test(head))
  const elementOf = (id: string): PdfElement => {
    const head = objects.get(id)?.head ?? ''
    const kids = /\/K \[([^\]]*)\]/.exec(head)?.[1] ?? ''
    const pieces = kids.replaceAll(/<<[\s\S]*?>>/g, '0').replaceAll(/\d+ 0 R/g, '')
    const alt = /\/Alt \(/.test(head) ? titleOf(head.replace('/Alt', '/Title')) : null
    return {
      type: /\/S \/(\w+)/.exec(head)?.[1] ?? '',
      alt,
      children: [...kids.replaceAll(/<<[\s\S]*?>>/g, '').matchAll(/(\d+) 0 R/g)].map(([, kid = '']) => elementOf(kid)),
      pieces: pieces.match(/\d+/g)?.length ?? 0,
    }
  }
  const [, first] = /\/K \[(\d+) 0 R/.exec(root?.head ?? '') ?? []
  return first === undefined ? null : elementOf(first)
}

/** Number of words on the pages that are neither part of the structure nor marked as decoration. */
export const untaggedText = (pdf: Buffer): number => {
  const objects = objectsOf(pdf)
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head))
  return pages.reduce((sum, { head }) => {
    let depth = 0
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? '')?.stream ?? ''
    for (const [, begin, end] of content.matchAll(/\b(BDC|BMC)\b|\b(EMC)\b|\] TJ/g)) {
      if (begin) depth++
      else if (end) depth--
      else if (depth === 0) sum++
    }
    return sum
  }, 0)
}

interface PdfObject {
  head: string
  stream: string
}

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const objects = new Map<string, PdfObject>()
  const text = pdf.toString('latin1')
  for (const found of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = found.index + found[0].length
    const rest = text.indexOf('endobj', start)
    const streamAt = text.indexOf('stream\n', start)
    const hasStream = streamAt >= 0 && streamAt < rest
    const head = text.slice(start, hasStream ? streamAt : rest)
    const length = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0)
    const bytes = hasStream ? pdf.subarray(streamAt + 7, streamAt + 7 + length) : Buffer.alloc(0)
    const packed = /\/FlateDecode/.test(head) && length > 0 && !/\/Subtype \/Image/.test(head)
    objects.set(found[1] ?? '', { head, stream: (packed ? inflateSync(bytes) : bytes).toString('latin1') })
  }
  return objects
}

/** Letters of each glyph of a font, by its number in hexadecimal. */
const lettersIn = (map: string): Map<string, string> => {
  const letters = new Map<string, string>()
  for (const [, body = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, first = '', , list = ''] of body.matchAll(/<([0-9a-f]+)> <([0-9a-f]+)> \[([^\]]*)\]/gi)) {
      const values = [...list.matchAll(/<([0-9a-f ]*)>/gi)].map(([, hex = '']) => fromHex(hex.replaceAll(' ', '')))
      values.forEach((value, index) => {
        const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0')
        letters.set(glyph, value)
      })
    }
  return letters
}

const fromHex = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')

const textIn = (content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string => {
  let letters: ReadonlyMap<string, string> = new Map()
  let line = ''
  let text = ''
  for (const [, font, matrix, list] of content.matchAll(/\/(F\d+) [\d.]+ Tf|([\d. -]+) Tm|\[([^\]]*)\] TJ/g)) {
    if (font) letters = fonts.get(font) ?? new Map()
    if (matrix) {
      const at = matrix.trim().split(/\s+/).at(-1) ?? ''
      if (at !== line) text += '\n'
      line = at
    }
    if (list)
      for (const [, hex = ''] of list.matchAll(/<([0-9a-f]*)>/gi))
        for (const glyph of hex.match(/.{4}/g) ?? []) text += letters.get(glyph.toLowerCase()) ?? '\uFFFD'
  }
  return text
}
