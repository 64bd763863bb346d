import { createElement, type ReactNode } from 'react'
import { isRichText, type RichNode, readRichText } from '#shared/rules/formats/rich-text.ts'
import classes from './rich-text.module.css'

/** Elements of ours for what was read: nothing of the text itself ever becomes markup. */
const shown = (nodes: readonly RichNode[]): ReactNode[] =>
  nodes.map((node, index) => {
    if (typeof node === 'string') return node
    const { tag, href, children } = node
    if (tag === 'br') return createElement('br', { key: index })
    const link = tag === 'a' ? { href, target: '_blank', rel: 'noopener noreferrer nofollow' } : {}
    return createElement(tag, { key: index, ...link }, ...shown(children))
  })

/** A text that somebody wrote: a rich one with its paragraphs, lists and links, a plain one with its lines. */
export function RichText({ text }: { text: string }) {
  if (!isRichText(text)) return <p className={classes.plain}>{text}</p>
  return <div className={classes.rich}>{shown(readRichText(text))}</div>
}
