import { createRequire } from 'node:module'
import { getPriority, setPriority } from 'node:os'
import { isMainThread } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { Column, Content, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js'
import { PRODUCT_VERSION } from '#shared/contract/fixed.ts'
import { NARROW_NO_BREAK_SPACE, THIN_SPACE } from '#shared/rules/ingest/value.ts'
import { readFontsOnce } from './fonts.ts'
import { INK, SOFT } from './ink.ts'
import { lineChartSvg } from './line-chart.ts'
import type { Block, Cell, EventMark, Heading, Paper, Run, Tone } from './paper.ts'
import { drawTagged, type Tag, tagOf } from './tags.ts'

/** Lengths in points. */
const CM = 28.35
const SIDE = 2 * CM
const WIDTH = 595.28 - 2 * SIDE
const SIZE = { normal: 9.5, lead: 11.5, small: 8 } as const
const HEADING = { 1: 18, 2: 13, 3: 10.5 } as const

const fonts: Record<string, Record<string, string>> = createRequire(import.meta.url)('pdfmake/fonts/Roboto.js')
const own = new Set(Object.values(fonts).flatMap(font => Object.values(font)))
pdfmake.setFonts(fonts)
// A paper is drawn from its own fonts and what it brings along, and nothing is fetched for it.
pdfmake.setLocalAccessPolicy(path => own.has(path))
pdfmake.setUrlAccessPolicy(() => false)
drawTagged()
readFontsOnce()

/** Niceness of the thread above that of the server: beside work that somebody waits for, a tenth of a processor is left to it. */
const NICER_BY = 10
const NICEST = 19
// Linux has it of each thread; elsewhere it would hold for the whole server.
if (process.platform === 'linux' && !isMainThread) {
  try {
    setPriority(Math.min(NICEST, getPriority() + NICER_BY))
  } catch {
    // A system that lets nobody change it has papers printed all the same.
  }
}

/** Place in the outline and in the structure, while blocks are written in their order. */
interface Place {
  part: number
  root: Tag
  /** Level of the last heading: none is left out below it. */
  level: number
}

/** Prints a paper; runs in a thread (see paper.ts). */
export default async (paper: Paper): Promise<{ pdf: Uint8Array; pages: number }> => {
  let pages = 1
  const place: Place = { part: 0, root: tagOf(null, 'Document'), level: 0 }
  const document: TDocumentDefinitions & { displayTitle: boolean } = {
    tagged: true,
    pageSize: 'A4',
    version: '1.7',
    info: { title: paper.title, author: 'Barnometer', creator: `Barnometer v${PRODUCT_VERSION}` },
    language: paper.language,
    displayTitle: true,
    pageMargins: [SIDE, 2.6 * CM, SIDE, 2 * CM],
    defaultStyle: { font: 'Roboto', fontSize: SIZE.normal, lineHeight: 1.25, color: INK.ink },
    header: {
      margin: [SIDE, 1 * CM, SIDE, 0],
      stack: [
        {
          columns: [
            { text: 'Barnometer', color: INK.steel, bold: true, fontSize: 13, width: 'auto' },
            {
              stack: [
                { ...breaking(paper.title), text: drawable(paper.title), bold: true },
                { ...breaking(paper.subtitle), text: drawable(paper.subtitle), color: INK.muted, fontSize: SIZE.small },
              ],
              alignment: 'right',
              width: '*',
            },
          ],
        },
        { canvas: [{ type: 'line', x1: 0, y1: 4, x2: WIDTH, y2: 4, lineWidth: 1, lineColor: INK.ink }] },
      ],
    },
    footer: (page, all) => {
      pages = all
      return {
        margin: [SIDE, 0.6 * CM, SIDE, 0],
        columns: [
          { ...breaking(paper.footer), text: drawable(paper.footer), width: '*' },
          { text: `${page} / ${all}`, alignment: 'right', width: 40 },
        ],
        fontSize: SIZE.small,
        color: INK.muted,
      }
    },
    content: paper.blocks.map(block => contentOf(block, paper, place)),
    // A heading is never the last line of a page.
    pageBreakBefore: (node, nodes) =>
      node.headlineLevel !== undefined && node.pageNumbers.length === 1 && nodes.getFollowingNodesOnPage().length === 0,
  }
  const pdf = await pdfmake.createPdf(document).getBuffer()
  return { pdf, pages }
}

/** Narrow spaces within a number: the font lacks one of them, and the other lets a narrow column break the number. */
const NARROW_SPACES = new RegExp(`[${THIN_SPACE}${NARROW_NO_BREAK_SPACE}]`, 'g')

/** Letters that the font has. */
const drawable = (text: string): string => text.replaceAll(NARROW_SPACES, '\u00a0').replaceAll('→', '–')

/** Longest word that a column is made wide for; one that is longer is broken anywhere. */
const MAX_WORD = 24
const LONG_WORDS = new RegExp(`(\\S{${MAX_WORD + 1},})`)
const hasLongWord = (text: string): boolean => LONG_WORDS.test(text)
const breaking = (text: string): { wordBreak?: 'break-all' } => (hasLongWord(text) ? { wordBreak: 'break-all' } : {})

const runOf = ({ text, bold = false, italic = false, shifted, tone }: Run) => ({
  ...breaking(text),
  text: drawable(text),
  bold,
  ...(italic ? { italics: true } : {}),
  ...(shifted === 'up' ? { sup: true } : {}),
  ...(shifted === 'down' ? { sub: true } : {}),
  ...(tone ? { color: INK[tone] } : {}),
})

/** Text as runs of an element; of its words only those that are too long are broken, which takes a step for each letter. */
const of = (text: string, tag: Tag): { text: string; tag: Tag; wordBreak?: 'break-all' }[] => {
  if (!hasLongWord(text)) return [{ text: drawable(text), tag }]
  const pieces = text.split(LONG_WORDS).filter(piece => piece !== '')
  return pieces.map(piece => ({ ...breaking(piece), text: drawable(piece), tag }))
}

/**
 * Letters of a text that stays in one piece. A text that is kept together and longer than a page is left out by pdfmake, without a
 * word of it.
 */
const MAX_IN_ONE_PIECE = 600
const LINES_IN_ONE_PIECE = 12
const fitsInOnePiece = (text: string): boolean =>
  text.length <= MAX_IN_ONE_PIECE && text.split('\n').length <= LINES_IN_ONE_PIECE

const drawing = (svg: string, width: number, tag: Tag): { svg: string; width: number; tag: Tag } => ({
  svg,
  width,
  tag,
})

const headingTag = (place: Place, level: Heading['level']): Tag => {
  place.level = Math.min(level, place.level + 1)
  return tagOf(place.root, (['H1', 'H1', 'H2', 'H3'] as const)[place.level] ?? 'H3')
}

const contentOf = (block: Block, paper: Paper, place: Place, parent = place.root): Content => {
  switch (block.kind) {
    case 'heading':
      return headingOf(block, place)
    case 'text': {
      const tag = tagOf(parent, 'P')
      const runs = typeof block.text === 'string' ? [{ text: block.text }] : block.text
      return {
        text: runs.map(run => ({ ...runOf(run), tag })),
        fontSize: SIZE[block.size ?? 'normal'],
        color: INK[block.tone ?? 'ink'],
        margin: [0, 2, 0, 5],
      }
    }
    case 'code':
      return {
        text: of(block.text, tagOf(parent, 'P')),
        preserveLeadingSpaces: true,
        fontSize: SIZE.small,
        margin: [10, 2, 0, 7],
      }
    case 'list': {
      const list = tagOf(parent, 'L')
      const items = block.items.map((item): Content => {
        const body = tagOf(tagOf(list, 'LI'), 'LBody')
        if (typeof item === 'string') return { text: of(item, body) }
        return { stack: item.map(one => contentOf(one, paper, place, body)) }
      })
      return block.ordered
        ? { ol: items, start: block.start ?? 1, margin: [0, 2, 0, 5] }
        : { ul: items, margin: [0, 2, 0, 5] }
    }
    case 'quote': {
      const tag = tagOf(parent, 'BlockQuote')
      return { stack: block.blocks.map(one => contentOf(one, paper, place, tag)), margin: [14, 2, 0, 5] }
    }
    case 'chart': {
      const tag = tagOf(parent, 'Figure', { alt: block.caption })
      return {
        stack: [
          drawing(lineChartSvg(block, WIDTH, paper.language), WIDTH, tag),
          {
            text: of(block.caption, tagOf(tag, 'Caption')),
            fontSize: SIZE.small,
            color: INK.muted,
            margin: [0, 1, 0, 0],
          },
        ],
        unbreakable: true,
        margin: [0, 2, 0, 8],
      }
    }
    case 'table': {
      const table = tagOf(parent, 'Table')
      const head = tagOf(table, 'TR')
      const isShort = block.rows.flat().every(cell => fitsInOnePiece(typeof cell === 'string' ? cell : cell.text))
      return {
        table: {
          headerRows: 1,
          keepWithHeaderRows: isShort ? 1 : 0,
          dontBreakRows: isShort,
          widths: block.columns.map(({ wide }) => (wide ? '*' : 'auto')),
          body: [
            block.columns.map(
              ({ title, align = 'left' }): TableCell => ({
                text: of(title, tagOf(head, 'TH', { scope: 'Column' })),
                alignment: align,
                color: INK.muted,
                fontSize: SIZE.small,
                bold: true,
              }),
            ),
            ...block.rows.map(row => {
              const line = tagOf(table, 'TR')
              return row.map((cell, index) => cellOf(cell, block.columns[index]?.align ?? 'left', tagOf(line, 'TD')))
            }),
          ],
        },
        layout: RULED,
        margin: [0, 2, 0, 8],
      }
    }
    case 'events': {
      const list = tagOf(parent, 'L')
      return {
        table: {
          dontBreakRows: block.events.every(({ text }) => fitsInOnePiece(text)),
          widths: [10, 84, '*'],
          body: block.events.map(({ mark, time, text }) => {
            const tag = tagOf(tagOf(list, 'LI'), 'LBody')
            return [
              { svg: MARKS[mark], width: 8, margin: [0, 2, 0, 0] },
              { text: of(time, tag), bold: true },
              { text: of(text, tag) },
            ]
          }),
        },
        layout: 'noBorders',
        margin: [0, 2, 0, 8],
      }
    }
    case 'grade': {
      const heading = headingTag(place, 1)
      const [below, beside] = [tagOf(parent, 'P'), tagOf(parent, 'P')]
      const grade = block.grade ?? '–'
      return {
        columns: [
          {
            width: '*',
            stack: [
              outlined(
                { text: of(block.title, heading), fontSize: HEADING[1], bold: true, lineHeight: 1.1, headlineLevel: 1 },
                block.title,
                `part ${++place.part}`,
              ),
              { text: of(block.below, below), color: INK.muted },
            ],
          },
          {
            width: 110,
            text: block.beside.map(run => ({ ...runOf(run), tag: beside })),
            alignment: 'right',
            margin: [0, 6, 8, 0],
            fontSize: SIZE.small,
          },
          drawing(barnSvg(grade, block.tone), 46, tagOf(parent, 'Figure', { alt: grade })),
        ],
        ...(block.onNewPage ? { pageBreak: 'before' as const } : {}),
        unbreakable: fitsInOnePiece(block.below),
        margin: [0, 4, 0, 6],
      }
    }
    case 'pictures':
      return {
        columns: block.pictures.map(({ jpeg, caption }): Column => {
          const tag = tagOf(parent, 'Figure', { alt: caption })
          const picture = { image: `data:image/jpeg;base64,${jpeg}`, fit: pictureSize, tag }
          const words = of(caption, tagOf(tag, 'Caption'))
          return {
            width: pictureSize[0],
            stack: [picture, { text: words, fontSize: SIZE.small, color: INK.muted, margin: [0, 2, 0, 0] }],
          }
        }),
        columnGap: 8,
        unbreakable: true,
        margin: [0, 2, 0, 8],
      }
    case 'together':
      return { stack: block.blocks.map(one => contentOf(one, paper, place, parent)), unbreakable: true }
  }
}

const headingOf = ({ level, text, note, onNewPage }: Heading, place: Place): Content => {
  const tag = headingTag(place, level)
  const content = {
    text: [
      { ...breaking(text), text: drawable(text), bold: true, tag },
      ...(note
        ? [{ ...breaking(note), text: `  ${drawable(note)}`, tag, color: INK.muted, fontSize: SIZE.small }]
        : []),
    ],
    fontSize: HEADING[level],
    margin: [0, level === 3 ? 6 : 10, 0, 3] satisfies [number, number, number, number],
    headlineLevel: level,
    ...(onNewPage ? { pageBreak: 'before' as const } : {}),
  }
  if (level === 3) return content
  return outlined(content, text, level === 1 ? `part ${++place.part}` : undefined, level === 2 ? place.part : 0)
}

/** Puts a heading into the outline of the document, below the part it belongs to. */
const outlined = <Text extends { text: unknown }>(content: Text, text: string, id?: string, part = 0) => ({
  ...content,
  outline: true,
  outlineText: text,
  outlineExpanded: true,
  ...(id ? { outlineId: id } : {}),
  ...(part > 0 ? { outlineParentId: `part ${part}` } : {}),
})

const cellOf = (cell: Cell, alignment: 'left' | 'right', tag: Tag): TableCell => {
  if (typeof cell === 'string') return { text: of(cell, tag), alignment }
  if (cell.share === undefined || cell.share === null) return { ...runOf(cell), text: of(cell.text, tag), alignment }
  const bar = {
    columns: [
      { width: 44, svg: barSvg(cell.share), margin: [0, 3, 0, 0] as [number, number, number, number] },
      { width: 34, ...runOf(cell), text: of(cell.text, tag), alignment: 'right' as const },
    ],
  }
  if (cell.below === undefined) return bar
  const below = { text: of(cell.below, tag), fontSize: SIZE.small, color: INK.muted, alignment: 'right' as const }
  return { stack: [bar, below] }
}

const RULED = {
  hLineWidth: (row: number) => (row === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => INK.line,
  paddingLeft: (column: number) => (column === 0 ? 0 : 4),
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 2,
}

const svg = (width: number, height: number, inner: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg>`

const barSvg = (share: number): string =>
  svg(
    40,
    5,
    `<rect width="40" height="5" rx="2.5" fill="${INK.sunk}"/>${share > 0 ? `<rect width="${Math.max(5, Math.min(1, share) * 40)}" height="5" rx="2.5" fill="${INK.good}"/>` : ''}`,
  )

/** Room for one of three pictures beside each other. */
const pictureSize: [number, number] = [(WIDTH - 16) / 3, 130]

const barnSvg = (grade: string, tone: Tone): string =>
  svg(
    46,
    46,
    `<path d="M3 18L9 8L23 2L37 8L43 18V41Q43 44 40 44H6Q3 44 3 41Z" fill="${SOFT[tone]}" stroke="${INK[tone]}" stroke-width="1.5"/><text x="23" y="33" text-anchor="middle" font-family="Roboto" font-weight="bold" font-size="15" fill="${INK[tone]}">${grade}</text>`,
  )

const MARKS: Record<EventMark, string> = {
  alert: svg(
    10,
    10,
    `<path d="M3 0H7L10 3V7L7 10H3L0 7V3Z" fill="${INK.bad}"/><path d="M5 2V6M5 7V8.2" stroke="#FFFFFF" stroke-width="1.3"/>`,
  ),
  gap: svg(
    10,
    10,
    `<circle cx="5" cy="5" r="4.3" fill="none" stroke="${INK.edge}" stroke-dasharray="2 1.4"/><path d="M3 5H7" stroke="${INK.edge}"/>`,
  ),
  visit: svg(10, 10, `<circle cx="5" cy="5" r="4" fill="${INK.steel}"/>`),
  calibration: svg(
    10,
    10,
    `<path d="M5 1V9M1 5H9" stroke="${INK.steel}" stroke-width="1.4"/><circle cx="5" cy="5" r="2.2" fill="#FFFFFF" stroke="${INK.steel}"/>`,
  ),
  doubtful: svg(
    10,
    10,
    `<path d="M5 0.5L9.7 9H0.3Z" fill="none" stroke="${INK.attention}"/><path d="M5 3.5V6M5 6.9V7.8" stroke="${INK.attention}"/>`,
  ),
  other: svg(10, 10, `<rect x="2" y="2" width="6" height="6" fill="none" stroke="${INK.edge}"/>`),
}
