import { createRequire } from 'node:module'
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js'

type Printer = typeof import('pdfmake')

let printer: Promise<Printer> | undefined

/** Loaded when the first document is printed: most processes never print one. Reads its own fonts and nothing else. */
const load = async (): Promise<Printer> => {
  const { default: pdfmake } = (await import('pdfmake')) as unknown as { default: Printer }
  const fonts = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js') as Record<string, Record<string, string>>
  const own = new Set(Object.values(fonts).flatMap(font => Object.values(font)))
  pdfmake.setFonts(fonts)
  pdfmake.setLocalAccessPolicy(path => own.has(path))
  pdfmake.setUrlAccessPolicy(() => false)
  return pdfmake
}

/** Prints a document as PDF: A4, vector, its text selectable. */
export const printPdf = async (document: TDocumentDefinitions): Promise<Buffer> => {
  printer ??= load()
  return (await printer).createPdf({ pageSize: 'A4', ...document }).getBuffer()
}
