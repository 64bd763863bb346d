import type { Language } from '#shared/contract/fixed.ts'
import { dialled } from '#shared/rules/formats/phone.ts'

/** Content id of a mail's picture. */
export const PICTURE = 'picture'

/** Numbers with what each of them is; the first cell of a row names the row. */
export interface MailTable {
  /** Heads of the columns; null where a row has one value. */
  columns: readonly string[] | null
  rows: readonly (readonly string[])[]
}

/** Part of a mail about one thing, such as an area. */
export interface MailSection {
  title?: string
  text?: string
  table?: MailTable
}

export interface Mail {
  language: Language
  /** Paragraphs, parted by an empty line. */
  text: string
  sections?: readonly MailSection[]
  /** Description of the mail's picture, for a reader who does not see it. */
  picture?: string | undefined
  /** People to call, in their order. */
  people?: { title: string; entries: readonly { name: string; phone: string | null }[] } | undefined
  action: { label: string; link: string }
  after: string
  /** Link that stops mails like it. */
  stop?: { label: string; link: string } | undefined
}

/** Writes a mail as plain text and as HTML with the same words: system font, 560 px, a real link. */
export const writeMail = ({
  language,
  text,
  sections = [],
  picture,
  people,
  action,
  after,
  stop,
}: Mail): { text: string; html: string } => ({
  text: `${[text, ...sections.map(plainSection)].join('\n\n')}\n\n${people ? `${people.title}\n${linesOf(people.entries)}\n\n` : ''}${action.label}:\n${action.link}\n\n${after}\n\n${stop ? `${stop.label}:\n${stop.link}\n\n` : ''}Barnometer\n`,
  html: [
    `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    // Mail programs that show a mail inside their own page keep this element alone, so it says the language, too.
    `<div lang="${language}" style="max-width:560px;margin:0 auto;padding:24px 16px;font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere">`,
    ...text.split('\n\n').map(paragraph => `<p${isCode(paragraph) ? CODE : ''}>${html(paragraph)}</p>`),
    ...sections.map(htmlSection),
    ...(picture === undefined ? [] : [`<p><img src="cid:${PICTURE}" alt="${html(picture)}" style="${IMAGE}"></p>`]),
    ...(people
      ? [`<p>${html(people.title)}</p><ol style="padding-left:20px">${people.entries.map(itemOf).join('')}</ol>`]
      : []),
    `<p><a href="${html(action.link)}" style="${BUTTON}">${html(action.label)}</a></p>`,
    `<p style="font-size:14px">${html(after)}</p>`,
    ...(stop ? [`<p style="font-size:14px"><a href="${html(stop.link)}">${html(stop.label)}</a></p>`] : []),
    `<p style="font-size:14px">Barnometer</p></div>`,
  ].join('\n'),
})

const plainSection = ({ title, text, table }: MailSection): string =>
  [title, text, ...(table ? table.rows.map(row => plainRow(row, table.columns)) : [])].filter(Boolean).join('\n')

/** A row as a line in which each number has its name: `Temperature, °C: Min 21.0, Mean 24.0`. */
const plainRow = ([name = '', ...values]: readonly string[], columns: MailTable['columns']): string =>
  `${name}: ${values.map((value, index) => [columns?.[index + 1], value].filter(Boolean).join(' ')).join(', ')}`

const htmlSection = ({ title, text, table }: MailSection): string =>
  [
    title === undefined ? '' : `<h2 style="${HEADING}">${html(title)}</h2>`,
    text === undefined ? '' : `<p style="${title === undefined ? '' : 'margin:0 0 8px'}">${html(text)}</p>`,
    table ? htmlTable(table) : '',
  ].join('')

/** A table whose cells have their style of its parts around them: Gmail cuts a mail, and the links at its end, at 102 KB. */
const htmlTable = ({ columns, rows }: MailTable): string => {
  const head = columns?.map(
    (name, index) => `<th scope="col" style="${index === 0 ? NAME : VALUE};font-weight:600">${html(name)}</th>`,
  )
  const lines = rows.map(([name = '', ...values]) => {
    const cells = values.map(value => `<td>${html(value)}</td>`)
    return `<tr style="${ROW}"><th scope="row" style="${NAME};font-weight:500">${html(name)}</th>${cells.join('')}</tr>`
  })
  const heads = head ? `<thead style="${HEAD}"><tr style="${ROW}">${head.join('')}</tr></thead>` : ''
  return `<table cellpadding="4" style="${TABLE}">${heads}<tbody style="${columns ? `${VALUE};` : ''}${BODY}">${lines.join('')}</tbody></table>`
}

type Entries = NonNullable<Mail['people']>['entries']

const linesOf = (entries: Entries): string =>
  entries.map(({ name, phone }, index) => `${index + 1}. ${name}${phone === null ? '' : `, ${phone}`}`).join('\n')

const itemOf = ({ name, phone }: Entries[number]): string =>
  `<li>${html(name)}${phone === null ? '' : `, <a href="tel:${dialled(phone)}">${html(phone)}</a>`}</li>`

// Words keep the colour of the mail program, light or dark; the lines are a grey that is seen on both.
const HEADING = 'margin:24px 0 4px;font-size:18px;line-height:1.3'
const TABLE = 'width:100%;border-collapse:collapse;font-size:14px'
const ROW = 'border-bottom:1px solid #78848A'
const NAME = 'padding:6px 0;text-align:left;white-space:normal'
const VALUE = 'text-align:right;white-space:nowrap'
const HEAD = 'font-size:13px;vertical-align:baseline'
const BODY = 'vertical-align:baseline'
const BUTTON =
  'display:inline-block;padding:12px 18px;border-radius:12px;background:#2C3E7E;color:#FFFFFF;font-weight:600;text-decoration:none'
const IMAGE = 'display:block;width:100%;max-width:512px;height:auto;border-radius:12px'
const CODE = ' style="font-size:28px;font-weight:700;letter-spacing:4px"'
const isCode = (paragraph: string): boolean => /^\d{6}$/.test(paragraph)

const html = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '<br>')
