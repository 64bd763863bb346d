/**
 * A rich text is a small HTML: paragraphs, a heading, lists and quotations, with emphasis, raised and lowered signs and links.
 * The server writes it in one form alone (`cleanRichText`), which begins with a block; any other text is plain, as all
 * were once. Whoever shows one builds its own elements of what is read here, so nothing else in it ever becomes markup.
 */
const BLOCKS = ['p', 'h3', 'ul', 'ol', 'blockquote'] as const
const INLINE = ['br', 'strong', 'em', 'sub', 'sup', 'a'] as const
export const RICH_TAGS = [...BLOCKS, 'li', ...INLINE] as const
export type RichTag = (typeof RICH_TAGS)[number]

/** Schemes that a link may have. */
export const LINK_SCHEMES = ['http', 'https', 'mailto'] as const

/** Letters of a rich text as people read it, at most. */
export const MAX_RICH_LETTERS = 10_000
/** The same with its markup. */
export const MAX_RICH_MARKUP = 50_000

export interface RichElement {
  tag: RichTag
  /** Address of a link. */
  href?: string
  children: RichNode[]
}
export type RichNode = string | RichElement

/** Depth of elements in each other; what lies deeper is shown without its own. */
export const MAX_RICH_DEPTH = 12

const TAG = new Set<string>(RICH_TAGS)
const isTag = (name: string): name is RichTag => TAG.has(name)
const BLOCK = new Set<string>(BLOCKS)
export const isBlock = (node: RichNode): node is RichElement & { tag: (typeof BLOCKS)[number] } =>
  typeof node !== 'string' && BLOCK.has(node.tag)

/** Tells whether a text is a rich one. */
export const isRichText = (text: string): boolean => /^<(?:p|h3|ul|ol|blockquote)>/.test(text)

/** Tells whether an address may be that of a link. */
export const isLinkAddress = (address: string): boolean => {
  const [, scheme = ''] = /^([a-z]+):[^\s]/i.exec(address) ?? []
  return LINK_SCHEMES.some(one => one === scheme.toLowerCase())
}

const SIGNS: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decoded = (text: string): string => text.replaceAll(/&(?:amp|lt|gt|quot);/g, sign => SIGNS[sign] ?? sign)
const encoded = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Elements of a rich text. Tags that are not known, or not closed in their order, are passed over. */
export const readRichText = (html: string): RichNode[] => {
  const root: RichNode[] = []
  const open: RichElement[] = []
  const put = (node: RichNode): void => void (open.at(-1)?.children ?? root).push(node)
  for (const [whole, closing, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z0-9]+)(\s[^<>]*|\/)?>|[^<]+|</gi)) {
    const tag = name.toLowerCase()
    if (name === '') put(decoded(whole))
    else if (!isTag(tag)) continue
    else if (closing) {
      const index = open.findLastIndex(one => one.tag === tag)
      if (index >= 0) open.length = index
    } else {
      const address = decoded(/\shref="([^"]*)"/.exec(rest)?.[1] ?? '')
      const element: RichElement = { tag, children: [], ...(isLinkAddress(address) ? { href: address } : {}) }
      put(element)
      if (tag !== 'br' && open.length < MAX_RICH_DEPTH) open.push(element)
    }
  }
  return root
}

/** A rich text of its elements. */
export const writeRichText = (nodes: readonly RichNode[]): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return encoded(node)
      const { tag, href, children } = node
      if (tag === 'br') return '<br>'
      return `<${tag}${href === undefined ? '' : ` href="${encoded(href)}"`}>${writeRichText(children)}</${tag}>`
    })
    .join('')

/** Marks of one way of writing a text without markup. */
interface Style {
  text: (text: string) => string
  around: (tag: RichTag, inner: string, href: string | undefined) => string
}

const inlineText = (nodes: readonly RichNode[], style: Style): string =>
  nodes
    .map(node => {
      if (typeof node === 'string') return style.text(node)
      return node.tag === 'br' ? '\n' : style.around(node.tag, inlineText(node.children, style), node.href)
    })
    .join('')

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

const blockLines = (nodes: readonly RichNode[], style: Style): string[] =>
  nodes.flatMap(node => {
    if (typeof node === 'string') return node.trim() === '' ? [] : [style.text(node)]
    const { tag, children } = node
    if (tag === 'ul' || tag === 'ol') {
      const items = children.filter(one => typeof one !== 'string')
      return [
        items
          .map((item, index) => {
            const mark = tag === 'ul' ? '- ' : `${index + 1}. `
            return mark + indented(blockLines(item.children, style).join('\n'), ' '.repeat(mark.length))
          })
          .join('\n'),
      ]
    }
    if (tag === 'blockquote' || tag === 'li')
      return [style.around(tag, blockLines(children, style).join('\n\n'), undefined)]
    return [style.around(tag, inlineText(isBlock(node) ? children : [node], style), undefined)]
  })

const PLAIN: Style = {
  text: text => text,
  around: (tag, inner, href) => (tag === 'a' && href !== undefined && href !== inner ? `${inner} (${href})` : inner),
}

/** A text as it is read without markup: paragraphs apart by an empty line. A plain text stays as it is. */
export const plainTextOf = (text: string): string =>
  isRichText(text) ? blockLines(readRichText(text), PLAIN).join('\n\n') : text

const MARKS: Partial<Record<RichTag, string>> = { strong: '**', em: '*' }

const MARKDOWN: Style = {
  text: text => text.replaceAll(/[\\`*_[\]<>#|]/g, sign => `\\${sign}`),
  around: (tag, inner, href) => {
    if (tag === 'a')
      return href === undefined ? inner : `[${inner}](<${href.replaceAll(/[<>\\]/g, encodeURIComponent)}>)`
    if (tag === 'h3') return `### ${inner.replaceAll('\n', ' ')}`
    if (tag === 'sub' || tag === 'sup') return `<${tag}>${inner}</${tag}>`
    if (tag === 'blockquote') return `> ${inner.replaceAll('\n', '\n> ')}`
    const mark = MARKS[tag] ?? ''
    return inner.trim() === '' ? inner : `${mark}${inner}${mark}`
  },
}

/** The same as Markdown. */
export const markdownOf = (text: string): string =>
  isRichText(text) ? blockLines(readRichText(text), MARKDOWN).join('\n\n') : text
