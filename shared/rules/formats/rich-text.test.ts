import { expect, test } from 'vitest'
import { isLinkAddress, markdownOf, plainTextOf, readRichText, writeRichText } from './rich-text.ts'

const RICH =
  '<h3>Why</h3><p>Less NH<sub>3</sub> &amp; <strong>more</strong> air<br>in <a href="https://barn.example/a?b=1&amp;c=2">barns</a></p><ul><li><p>one</p></li><li><p>two</p><ol><li><p>a_b</p></li></ol></li></ul><blockquote><p>x &lt; y</p></blockquote>'

test('reads and writes the same', () => {
  expect(writeRichText(readRichText(RICH))).toBe(RICH)
})

test('is read without markup, in order', () => {
  expect(plainTextOf(RICH)).toBe(
    'Why\n\nLess NH3 & more air\nin barns (https://barn.example/a?b=1&c=2)\n\n- one\n- two\n  1. a_b\n\nx < y',
  )
})

test('is Markdown that says the same, with its signs escaped', () => {
  expect(markdownOf(RICH)).toBe(
    '### Why\n\nLess NH<sub>3</sub> & **more** air\nin [barns](<https://barn.example/a?b=1&c=2>)\n\n- one\n- two\n  1. a\\_b\n\n> x \\< y',
  )
})

test('a plain text stays as it is, whatever it holds', () => {
  for (const text of ['a < b & c', 'two\nlines', '<b>not ours</b>', '']) {
    expect(plainTextOf(text)).toBe(text)
    expect(markdownOf(text)).toBe(text)
  }
})

test('what nobody cleaned still becomes only what is known', () => {
  const nodes = readRichText('<p onclick="x()">a<script>b</script><a href="javascript:c()">d</a></p></li><p>')
  expect(nodes).toEqual([
    { tag: 'p', children: ['a', 'b', { tag: 'a', children: ['d'] }] },
    { tag: 'p', children: [] },
  ])
  const deep = readRichText(`<p>${'<em>'.repeat(10_000)}x`)
  expect(writeRichText(deep).length).toBeLessThan(100_000)
})

test('links lead to pages and mailboxes alone', () => {
  expect(['https://a.b', 'http://a', 'MAILTO:a@b.c'].map(isLinkAddress)).toEqual([true, true, true])
  expect(
    ['javascript:x', 'data:text/html,x', '//a.b', '/a', '', 'https:', 'java\nscript:x'].map(isLinkAddress),
  ).toEqual(Array(7).fill(false))
})
