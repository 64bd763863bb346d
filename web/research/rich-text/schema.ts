import { DOMParser, DOMSerializer, type MarkSpec, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { isLinkAddress, isRichText } from '#shared/rules/formats/rich-text.ts'

/** Elements of a rich text (`shared/rules/formats/rich-text.ts`) as the editor knows them: what is pasted becomes that, or plain words. */
const nodes: Record<
  'doc' | 'paragraph' | 'heading' | 'blockquote' | 'bullet_list' | 'ordered_list' | 'list_item' | 'text' | 'hard_break',
  NodeSpec
> = {
  doc: { content: 'block+' },
  paragraph: { content: 'inline*', group: 'block', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    content: 'inline*',
    group: 'block',
    defining: true,
    parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map(tag => ({ tag })),
    toDOM: () => ['h3', 0],
  },
  blockquote: {
    content: 'block+',
    group: 'block',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', 0],
  },
  bullet_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { content: 'list_item+', group: 'block', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: { content: 'paragraph block*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
  text: { group: 'inline' },
  hard_break: { inline: true, group: 'inline', selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
}

const BOLD = /^(?:bold(?:er)?|[6-9]\d\d)$/

const marks: Record<'link' | 'strong' | 'em' | 'sub' | 'sup', MarkSpec> = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: element => {
          const href = element.getAttribute('href') ?? ''
          return isLinkAddress(href) && { href }
        },
      },
    ],
    toDOM: ({ attrs: { href } }) => ['a', { href }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Some word processors put a whole copy into a `b` that says it is none.
      { tag: 'b', getAttrs: element => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight', getAttrs: value => BOLD.test(value) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }], toDOM: () => ['em', 0] },
  sub: { excludes: 'sup', parseDOM: [{ tag: 'sub' }, { style: 'vertical-align=sub' }], toDOM: () => ['sub', 0] },
  sup: { excludes: 'sub', parseDOM: [{ tag: 'sup' }, { style: 'vertical-align=super' }], toDOM: () => ['sup', 0] },
}

export const schema = new Schema({ nodes, marks })

/** The document of a text. It is read in a page of its own, in which nothing is fetched and nothing runs. */
export const documentOf = (text: string): Node => {
  const page = document.implementation.createHTMLDocument()
  if (isRichText(text)) page.body.innerHTML = text
  else
    for (const part of text.split(/\n{2,}/)) {
      const paragraph = page.createElement('p')
      part.split('\n').forEach((line, index) => {
        if (index > 0) paragraph.append(page.createElement('br'))
        paragraph.append(line)
      })
      page.body.append(paragraph)
    }
  return DOMParser.fromSchema(schema).parse(page.body)
}

/** The text of a document; empty where no word is in it. */
export const textOf = (doc: Node): string => {
  if (doc.textContent.trim() === '') return ''
  const page = document.implementation.createHTMLDocument()
  page.body.append(DOMSerializer.fromSchema(schema).serializeFragment(doc.content, { document: page }))
  return page.body.innerHTML
}
