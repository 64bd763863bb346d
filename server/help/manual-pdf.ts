import { readFile } from 'node:fs/promises'
import { type Language, PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { stepsBefore } from '#shared/rules/formats/steps-before.ts'
import { type AnyExample, type ExampleValues, exampleOf, needs } from '#shared/rules/ingest/examples.ts'
import { textsOf } from '../kit/language.ts'
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

/** Installation that a manual is printed for. */
interface Installation {
  /** Values that stand in the examples. */
  values: ExampleValues
  /** False where it has no MQTT broker: examples that need one say so. */
  hasBroker: boolean
}

const printed = new Map<string, Promise<Buffer>>()

/**
 * A manual as PDF in a language, printed once for an installation. `key` is one of the taxonomy's manuals, `name` its name in that
 * language.
 */
export const manualPdf = (
  { key, name }: { key: string; name: string },
  language: Language,
  installation: Installation,
): Promise<Buffer> => {
  const id = JSON.stringify([language, key, installation])
  const known = printed.get(id)
  if (known) return known
  const pdf = print({ key, name }, language, installation)
  printed.set(id, pdf)
  // A print that failed is no reason for the next one to fail.
  pdf.catch(() => printed.delete(id))
  return pdf
}

const print = async (
  { key, name }: { key: string; name: string },
  language: Language,
  installation: Installation,
): Promise<Buffer> => {
  const noBroker = installation.hasBroker ? null : textsOf(language, 'help').fill_in.no_broker
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
        ...parts.flatMap((part, index): Block[] => {
          const isVain = typeof part !== 'string' && 'example' in part && needs(part.example, 'broker')
          const block = blockOf(part, stepsBefore(parts, index), installation.values)
          return isVain && noBroker ? [{ kind: 'text', text: noBroker, tone: 'muted' }, block] : [block]
        }),
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
