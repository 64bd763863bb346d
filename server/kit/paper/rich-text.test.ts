import { expect, test } from 'vitest'
import { type PdfElement, pdfStructure, pdfText, untaggedText } from '../../testing/pdf-text.ts'
import { printPaper } from './paper.ts'
import { blocksOfText } from './rich-text.ts'

const RICH = `<h3>Question</h3><p>Less <strong>NH<sub>3</sub></strong> at night, <em>not colder</em>.<br>10 m<sup>2</sup>,
<a href="https://example.org/protocol">protocol</a></p><ul><li><p>one</p><ol><li>first</li><li><p>second</p></li></ol></li><li>two
<strong>bold</strong></li></ul><blockquote><p>said &lt;so&gt;</p></blockquote><p>https: <a href="https://example.org">https://example.org</a></p>`

const print = async (text: string) => {
  const words = { title: 'Report', language: 'en' as const, subtitle: '', footer: '' }
  const { pdf } = await printPaper({ ...words, blocks: blocksOfText(text) })
  return { pdf, text: pdfText(pdf).join(' ').replaceAll(/\s+/g, ' '), root: pdfStructure(pdf) }
}

const typesOf = ({ type, children }: PdfElement): string =>
  children.length === 0 ? type : `${type}(${children.map(typesOf).join(' ')})`

test('[decisions §10] a rich text is printed with its headings, lists and quotations, each tagged as what it is', async () => {
  const { pdf, text, root } = await print(RICH)
  if (!root) throw new Error('the paper has no structure')
  expect(root.children.map(typesOf)).toEqual([
    'H1',
    'P',
    'L(LI(LBody(P L(LI(LBody(P)) LI(LBody(P))))) LI(LBody(P)))',
    'BlockQuote(P)',
    'P',
  ])
  expect(untaggedText(pdf)).toBe(0)
  for (const said of [
    'Question',
    'not colder',
    'protocol (https://example.org/protocol)',
    'second',
    'two bold',
    'said <so>',
  ])
    expect(text).toContain(said)
  expect(text.match(/https:\/\/example.org(?!\/)/g)).toHaveLength(1)
  expect(text).not.toMatch(/<\/|&lt;/)
})

test('a plain text keeps its lines, and what looks like markup in it is text', async () => {
  const { text, root } = await print('Less NH3 <b>at night</b>.\nSecond line.')
  expect(text).toContain('Less NH3 <b>at night</b>.')
  expect(root?.children.map(typesOf)).toEqual(['P'])
})

test('markup that nobody cleaned is printed without harm', () => {
  const blocks = blocksOfText(
    `<p><script>alert(1)</script><a href="javascript:x()">link</a></p>${'<ul><li>'.repeat(500)}deep`,
  )
  expect(JSON.stringify(blocks)).not.toMatch(/script>|javascript/)
  expect(JSON.stringify(blocks)).toContain('deep')
})
