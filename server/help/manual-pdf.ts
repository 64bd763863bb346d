import { readFile } from 'node:fs/promises'
import { type Language, PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { stepsBefore } from '#shared/rules/formats/steps-before.ts'
import { type AnyExample, type ExampleValues, exampleOf } from '#shared/rules/ingest/examples.ts'
import { type Block, printPaper } from '../kit/paper/paper.ts'

/** A paragraph, a list, steps in their order, a line to be typed, an example, or a file of the product to be downloaded. */
type Part =
  | string
  | { list: string[] }
  | { steps: string[] }
  | { code: string }
  | { example: AnyExample }
  | { file: string; name: string }
interface Manual {
  lead: string
  sections: { title: string; parts: Part[] }[]
}

const printed = new Map<string, Promise<Buffer>>()

/**
 * A manual as PDF in a language, printed once for an installation. `key` is one of the taxonomy's manuals, `name` its name in that
 * language; `values` stand in its examples.
 */
export const manualPdf = (
  { key, name }: { key: string; name: string },
  language: Language,
  values: ExampleValues,
): Promise<Buffer> => {
  const id = JSON.stringify([language, key, values])
  const known = printed.get(id)
  if (known) return known
  const pdf = print({ key, name }, language, values)
  printed.set(id, pdf)
  // A print that failed is no reason for the next one to fail.
  pdf.catch(() => printed.delete(id))
  return pdf
}

const print = async (
  { key, name }: { key: string; name: string },
  language: Language,
  values: ExampleValues,
): Promise<Buffer> => {
  const file = new URL(`../../shared/locales/${language}/manual-${key.replaceAll('_', '-')}.json`, import.meta.url)
  const manual: Manual = JSON.parse(await readFile(file, 'utf8'))
  const version = `Barnometer v${PRODUCT_VERSION}`
  const { pdf } = await printPaper({
    title: name,
    language,
    subtitle: version,
    footer: version,
    blocks: [
      { kind: 'heading', level: 1, text: name },
      { kind: 'text', text: manual.lead, size: 'lead', tone: 'muted' },
      ...manual.sections.flatMap(({ title, parts }): Block[] => [
        { kind: 'heading', level: 2, text: title },
        ...parts.map((part, index) => blockOf(part, stepsBefore(parts, index), values)),
      ]),
    ],
  })
  return pdf
}

const blockOf = (part: Part, before: number, values: ExampleValues): Block => {
  if (typeof part === 'string') return { kind: 'text', text: part }
  if ('example' in part) return { kind: 'code', text: exampleOf(part.example, values) }
  if ('code' in part) return { kind: 'code', text: part.code }
  if ('file' in part) return { kind: 'text', text: `${part.name}: ${part.file}` }
  return 'steps' in part
    ? { kind: 'list', items: part.steps, ordered: true, start: before + 1 }
    : { kind: 'list', items: part.list }
}
