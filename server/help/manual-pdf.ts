import { readFile } from 'node:fs/promises'
import type { Content } from 'pdfmake/interfaces.js'
import { type Language, PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { printPdf } from '../kit/files/pdf.ts'

/** A paragraph, a list, or steps in their order. */
type Part = string | { list: string[] } | { steps: string[] }
interface Manual {
  lead: string
  sections: { title: string; parts: Part[] }[]
}

const INK = '#17202B'
const MUTED = '#47525D'
const STEEL = '#2C3E7E'
const CM = 28.35

const printed = new Map<string, Promise<Buffer>>()

/** A manual as PDF in a language, printed once. `key` is one of the taxonomy's manuals, `name` its name in that language. */
export const manualPdf = (key: string, name: string, language: Language): Promise<Buffer> => {
  const id = `${language} ${key}`
  const known = printed.get(id)
  if (known) return known
  const pdf = print(key, name, language)
  printed.set(id, pdf)
  // A print that failed is no reason for the next one to fail.
  pdf.catch(() => printed.delete(id))
  return pdf
}

const print = async (key: string, name: string, language: Language): Promise<Buffer> => {
  const file = new URL(`../../shared/locales/${language}/manual-${key.replaceAll('_', '-')}.json`, import.meta.url)
  const manual = JSON.parse(await readFile(file, 'utf8')) as Manual
  return printPdf({
    info: { title: name, author: 'Barnometer', creator: `Barnometer v${PRODUCT_VERSION}` },
    language,
    pageMargins: [2.2 * CM, 2 * CM, 2.2 * CM, 2.2 * CM],
    defaultStyle: { font: 'Roboto', fontSize: 10.5, lineHeight: 1.35, color: INK },
    content: [
      { text: 'Barnometer', color: STEEL, bold: true, fontSize: 10 },
      { text: name, fontSize: 24, bold: true, lineHeight: 1.15, margin: [0, 2, 0, 8] },
      { text: manual.lead, fontSize: 12, color: MUTED, margin: [0, 0, 0, 6] },
      ...manual.sections.flatMap(({ title, parts }): Content[] => [
        { text: title, fontSize: 14, bold: true, margin: [0, 12, 0, 4], headlineLevel: 1 },
        ...parts.map(contentOf),
      ]),
    ],
    pageBreakBefore: (node, nodes) => node.headlineLevel === 1 && nodes.getFollowingNodesOnPage().length === 0,
    footer: (page, pages) => ({
      columns: [
        { text: `Barnometer v${PRODUCT_VERSION}`, color: MUTED },
        { text: `${page} / ${pages}`, alignment: 'right', color: MUTED },
      ],
      fontSize: 8.5,
      margin: [2.2 * CM, 0.8 * CM, 2.2 * CM, 0],
    }),
  })
}

const contentOf = (part: Part): Content => {
  const margin: [number, number, number, number] = [0, 2, 0, 4]
  if (typeof part === 'string') return { text: part, margin }
  return 'steps' in part ? { ol: part.steps, margin } : { ul: part.list, margin }
}
