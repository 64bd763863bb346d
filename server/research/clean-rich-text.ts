import sanitizeHtml from 'sanitize-html'
import {
  isBlock,
  LINK_SCHEMES,
  MAX_RICH_DEPTH,
  RICH_TAGS,
  type RichElement,
  type RichNode,
  readRichText,
  writeRichText,
} from '#shared/rules/formats/rich-text.ts'

/** Names of other elements for the same thing, as browsers and word processors write them. */
const SAME: Record<string, string> = {
  b: 'strong',
  i: 'em',
  div: 'p',
  ...Object.fromEntries(['h1', 'h2', 'h4', 'h5', 'h6'].map(name => [name, 'h3'])),
}

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: [...RICH_TAGS],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: [...LINK_SCHEMES],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  // Contents of these are no text that anybody wrote.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'template',
    'iframe',
    'object',
    'svg',
    'math',
    'xml',
  ],
  nestingLimit: MAX_RICH_DEPTH,
  transformTags: SAME,
}

/** Tells whether somebody sent markup; any other text is a plain one. */
export const isMarkup = (text: string): boolean => /<\/?[a-z][a-z0-9]*(?:\s[^<>]*)?\/?>/i.test(text)

const isBlank = (node: RichNode): boolean => typeof node === 'string' && node.trim() === ''

/** Nodes within a paragraph: blocks in it are dissolved, and a link holds no other. */
const inline = (nodes: readonly RichNode[], inLink = false): RichNode[] =>
  nodes.flatMap((node): RichNode[] => {
    if (typeof node === 'string') return [node.replaceAll(/\s+/g, ' ')]
    const isLink = node.tag === 'a'
    const children = inline(node.children, inLink || isLink)
    if (isBlock(node) || node.tag === 'li' || (isLink && (inLink || node.href === undefined))) return children
    return node.tag === 'br' || children.length > 0 ? [{ ...node, children }] : []
  })

const hasText = (nodes: readonly RichNode[]): boolean =>
  nodes.some(node => (typeof node === 'string' ? node.trim() !== '' : hasText(node.children)))

/** Blocks of what stands in the text, a list item or a quotation: loose words get a paragraph. */
const blocks = (nodes: readonly RichNode[]): RichElement[] => {
  const made: RichElement[] = []
  let loose: RichNode[] = []
  const close = (): void => {
    const children = inline(loose)
    if (hasText(children)) made.push({ tag: 'p', children })
    loose = []
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      if (loose.length > 0 || !isBlank(node)) loose.push(node)
      continue
    }
    close()
    made.push(...block(node))
  }
  close()
  return made
}

const block = ({ tag, children }: RichElement): RichElement[] => {
  if (tag === 'ul' || tag === 'ol') {
    const items = children.flatMap((item): RichElement[] => {
      const within = blocks(typeof item !== 'string' && item.tag === 'li' ? item.children : [item])
      return within.length > 0 ? [{ tag: 'li', children: within }] : []
    })
    return items.length > 0 ? [{ tag, children: items }] : []
  }
  if (tag === 'blockquote') {
    const within = blocks(children)
    return within.length > 0 ? [{ tag, children: within }] : []
  }
  // A paragraph around blocks, as a page of another product has it, is none.
  if (children.some(isBlock)) return blocks(children)
  const within = inline(children)
  return hasText(within) ? [{ tag, children: within }] : []
}

/**
 * Markup that somebody sent as a rich text: the few elements that it may have, in one form, and nothing else of it. Null where no
 * word is left.
 */
export const cleanRichText = (html: string): string | null =>
  writeRichText(blocks(readRichText(sanitizeHtml(html, OPTIONS)))) || null
