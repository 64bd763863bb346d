import { frozenDay } from './frozen-days.ts'

/** Facts by which a frozen version is cited. */
export interface Cited {
  title: string
  authors: readonly string[]
  institution: string | null
  version: number
  /** ISO 8601. */
  created_at: string
  /** Zone of its places, whose day and year count. */
  zone?: string | undefined
  /** Address of its page. */
  url: string
  /** Identifier that it got in a repository. */
  doi?: string | null
}

const YEAR_LETTERS = 4
const yearOf = ({ created_at, zone }: Pick<Cited, 'created_at' | 'zone'>): string =>
  frozenDay(created_at, zone).slice(0, YEAR_LETTERS)

/** Names in one line: `A`, `A and B`, `A, B and C`. */
const joined = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(names).replace(/, and /, ' and ')

/** The citation of a version in one sentence, in English as reference lists have it. */
export const citationOf = ({ title, authors, institution, version, url, doi, ...frozen }: Cited): string =>
  [
    `${joined(authors)} (${yearOf(frozen)}): ${title}. Version ${version} [data set]`,
    institution,
    doi ? `https://doi.org/${doi}` : url,
  ]
    .filter(Boolean)
    .join('. ')

const LATEX: Record<string, string> = {
  '\\': '\\textbackslash{}',
  // BibTeX counts braces also after a backslash.
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** A text as BibTeX takes it between braces. */
const tex = (text: string): string => text.replaceAll(/[\\{}&%$#_~^]/g, sign => LATEX[sign] ?? sign)

/** Letters and digits of plain Latin in a text, for a key. */
const keyOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^a-zA-Z0-9]/g, '')
    .toLowerCase()

/** The entry of a version for BibTeX. Each author stands in braces, so that nobody's name is taken apart. */
export const bibtexOf = ({ title, authors, institution, version, url, doi = null, ...frozen }: Cited): string => {
  const year = yearOf(frozen)
  const [first = ''] = authors
  const key = `${keyOf(first.split(/\s+/).at(-1) ?? '') || 'dataset'}${year}v${version}`
  const fields: [string, string | null][] = [
    ['title', `{${tex(title)}}`],
    ['author', authors.map(name => `{${tex(name)}}`).join(' and ')],
    ['year', year],
    ['version', String(version)],
    ['publisher', institution && tex(institution)],
    ['doi', doi],
    ['url', url],
    ['note', 'Data set'],
  ]
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []))
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`
}
