import { dialled } from '#shared/rules/formats/phone.ts'

/** Content id of a mail's picture. */
export const PICTURE = 'picture'

export interface Mail {
  /** Paragraphs, parted by an empty line. */
  text: string
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
export const writeMail = ({ text, picture, people, action, after, stop }: Mail): { text: string; html: string } => ({
  text: `${text}\n\n${people ? `${people.title}\n${linesOf(people.entries)}\n\n` : ''}${action.label}:\n${action.link}\n\n${after}\n\n${stop ? `${stop.label}:\n${stop.link}\n\n` : ''}Barnometer\n`,
  html: [
    '<!doctype html><meta charset="utf-8"><meta name="color-scheme" content="light dark">',
    '<div style="max-width:560px;margin:0 auto;padding:24px;font:16px/1.5 system-ui,sans-serif">',
    ...text.split('\n\n').map(paragraph => `<p${isCode(paragraph) ? CODE : ''}>${html(paragraph)}</p>`),
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

type Entries = NonNullable<Mail['people']>['entries']

const linesOf = (entries: Entries): string =>
  entries.map(({ name, phone }, index) => `${index + 1}. ${name}${phone === null ? '' : `, ${phone}`}`).join('\n')

const itemOf = ({ name, phone }: Entries[number]): string =>
  `<li>${html(name)}${phone === null ? '' : `, <a href="tel:${dialled(phone)}">${html(phone)}</a>`}</li>`

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
