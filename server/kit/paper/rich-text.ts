import { isBlock, isRichText, type RichNode, readRichText } from '#shared/rules/formats/rich-text.ts'
import type { Block, Run } from './paper.ts'

type Style = Omit<Run, 'text'>

/** Text as runs. The address of a link stands behind it: nobody presses on paper. */
const runsOf = (nodes: readonly RichNode[], style: Style = {}): Run[] =>
  nodes.flatMap((node): Run[] => {
    if (typeof node === 'string') return [{ ...style, text: node }]
    const { tag, href, children } = node
    if (tag === 'br') return [{ ...style, text: '\n' }]
    if (tag === 'strong') return runsOf(children, { ...style, bold: true })
    if (tag === 'em') return runsOf(children, { ...style, italic: true })
    if (tag === 'sup' || tag === 'sub') return runsOf(children, { ...style, shifted: tag === 'sup' ? 'up' : 'down' })
    const runs = runsOf(children, style)
    const said = runs.map(({ text }) => text).join('')
    return tag === 'a' && href !== undefined && href !== said ? [...runs, { ...style, text: ` (${href})` }] : runs
  })

/** Blocks below others: a heading there is a bold line, for the outline of a document knows none in lists. */
const innerBlocks = (nodes: readonly RichNode[]): Block[] =>
  nodes.flatMap((node, index): Block[] => {
    if (isBlock(node)) return node.tag === 'h3' ? [textOf(node.children, { bold: true })] : richBlocks([node])
    // Words of an item that stand in no paragraph belong together.
    const before = nodes[index - 1]
    if (before !== undefined && !isBlock(before)) return []
    const rest = nodes.slice(index)
    const end = rest.findIndex(isBlock)
    return [textOf(end < 0 ? rest : rest.slice(0, end))]
  })

const textOf = (nodes: readonly RichNode[], style: Style = {}): Block => ({ kind: 'text', text: runsOf(nodes, style) })

const richBlocks = (nodes: readonly RichNode[]): Block[] =>
  nodes.flatMap((node): Block[] => {
    if (!isBlock(node)) return typeof node === 'string' && node.trim() === '' ? [] : [textOf([node])]
    const { tag, children } = node
    if (tag === 'h3')
      return [
        {
          kind: 'heading',
          level: 3,
          text: runsOf(children)
            .map(({ text }) => text)
            .join(''),
        },
      ]
    if (tag === 'blockquote') return [{ kind: 'quote', blocks: innerBlocks(children) }]
    if (tag === 'p') return [textOf(children)]
    const items = children.filter(item => typeof item !== 'string').map(item => innerBlocks(item.children))
    return [{ kind: 'list', items, ordered: tag === 'ol' }]
  })

/** A text that may be rich (`cleanRichText`) as blocks of a paper; a plain one keeps its lines. */
export const blocksOfText = (text: string): Block[] =>
  isRichText(text) ? richBlocks(readRichText(text)) : [{ kind: 'text', text }]
