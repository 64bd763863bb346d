import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { NARROW_NO_BREAK_SPACE, THIN_SPACE } from '#shared/rules/ingest/value.ts'
import { type PdfElement, pdfOutline, pdfStructure, pdfText, pdfTitle, untaggedText } from '../../testing/pdf-text.ts'
import { lineChartSvg } from './line-chart.ts'
import { type Block, type Paper, type PaperChart, printPaper } from './paper.ts'

const HOUR = 3_600_000
const FROM = Date.parse('2026-11-10T23:00:00Z')
const UNTIL = FROM + 168 * HOUR

const chart = (changes: Partial<PaperChart> = {}): PaperChart => {
  const time = Array.from({ length: 168 }, (_, index) => FROM + index * HOUR)
  const mean = time.map((_, index) => (index >= 60 && index < 70 ? null : 12 + 8 * Math.sin(index / 4)))
  return {
    kind: 'chart',
    time,
    from: FROM,
    until: UNTIL,
    gaps: [[FROM + 60 * HOUR, FROM + 70 * HOUR]],
    zone: 'Europe/Amsterdam',
    mean,
    min: mean.map(value => value && value - 1),
    max: mean.map(value => value && value + 1),
    comfort: [{ from: FROM, until: UNTIL, low: null, high: 10 }],
    limit: { value: 20, label: 'limit 20' },
    fromZero: true,
    ceiling: null,
    caption: 'Ammonia, hourly means',
    ...changes,
  }
}

const LETTERS = 'äöüÄÖÜß ñÑ¿¡áéíóú ëïèç € °C NH₃ CO₂ m³ µg ≤ ≥ ± – „Wort“ “word” 1\u00a0197'

const paper = (blocks: Block[]): Paper => ({
  title: 'Weekly climate report',
  language: 'en',
  subtitle: '2026-11-11 to 2026-11-17, Europe/Amsterdam',
  footer: 'Made on 2026-11-18',
  blocks,
})

const BLOCKS: Block[] = [
  {
    kind: 'grade',
    title: 'Piglet room 3',
    below: 'Hoeve Zonneveld',
    grade: '5.8',
    tone: 'attention',
    beside: [{ text: 'NH₃ sets it' }],
  },
  { kind: 'text', text: [{ text: LETTERS }, { text: ' bold', bold: true }], size: 'lead' },
  { kind: 'heading', level: 2, text: 'Measurements' },
  {
    kind: 'table',
    columns: [{ title: 'Measurement', wide: true }, { title: 'Mean', align: 'right' }, { title: 'In comfort' }],
    rows: Array.from({ length: 80 }, (_, index) => [`row ${index}`, '25.0', { text: '69 %', share: 0.69 }]),
  },
  { kind: 'heading', level: 3, text: 'Ammonia', note: 'NH₃, ppm' },
  chart(),
  { kind: 'events', events: [{ mark: 'alert', time: 'Sun 15 04:00', text: 'NH₃ over 20 ppm' }] },
  { kind: 'heading', level: 1, text: 'Second area', onNewPage: true },
  {
    kind: 'together',
    blocks: [
      { kind: 'heading', level: 2, text: 'Nothing was measured' },
      { kind: 'list', items: ['one', 'two'] },
    ],
  },
]

test('[decisions §10] a paper is A4 with all letters, page numbers and an outline, its text readable back', async () => {
  const { pdf, pages } = await printPaper(paper(BLOCKS))
  const text = pdfText(pdf)
  expect(text).toHaveLength(pages)
  expect(pages).toBeGreaterThanOrEqual(4)
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]')
  const all = text.join('\n').replaceAll('\n', ' ')
  // A reader may put a line end where a line broke.
  for (const word of LETTERS.split(' ')) expect(all).toContain(word)
  for (const [index, page] of text.entries()) expect(page).toContain(`${index + 1} / ${pages}`)
  expect(text.every(page => page.includes('Weekly climate report'))).toBe(true)
  for (let row = 0; row < 80; row++) expect(all).toContain(`row ${row}`)
  expect(all).toContain('limit 20')
  expect(all).not.toContain('\uFFFD')
  expect(pdfOutline(pdf)).toEqual(['Piglet room 3', 'Measurements', 'Second area', 'Nothing was measured'])
})

const elementsIn = (element: PdfElement): PdfElement[] => [element, ...element.children.flatMap(elementsIn)]

test('a paper is tagged for screen readers: headings, lists, tables with heads, and words for each drawing', async () => {
  const { pdf } = await printPaper(paper(BLOCKS))
  const root = pdfStructure(pdf)
  if (!root) throw new Error('the paper has no structure')
  expect(root.type).toBe('Document')
  expect(root.children.map(({ type }) => type)).toEqual([
    'H1',
    'P',
    'P',
    'Figure',
    'P',
    'H2',
    'Table',
    'H3',
    'Figure',
    'L',
    'H1',
    'H2',
    'L',
  ])
  const all = elementsIn(root)
  const of = (type: string) => all.filter(one => one.type === type)
  // The head of the table stands on several pages and is read once.
  expect([of('TH').length, of('TR').length, of('TD').length]).toEqual([3, 81, 240])
  expect(of('TH').map(({ pieces }) => pieces)).toEqual([1, 1, 1])
  expect(of('Figure').map(({ alt }) => alt)).toEqual(['5.8', 'Ammonia, hourly means'])
  expect(of('LI')).toHaveLength(3)
  expect(all.filter(({ children, pieces }) => children.length === 0 && pieces === 0)).toEqual([])
  expect(untaggedText(pdf)).toBe(0)
  const file = pdf.toString('latin1')
  const said = ['/Lang (en)', '/Marked true', '/DisplayDocTitle true'].filter(one => !file.includes(one))
  expect([said, pdfTitle(pdf)]).toEqual([[], 'Weekly climate report'])
})

test('no level of headings is left out', async () => {
  const blocks: Block[] = [
    { kind: 'heading', level: 1, text: 'Room' },
    { kind: 'heading', level: 3, text: 'Ammonia' },
  ]
  const root = pdfStructure((await printPaper(paper(blocks))).pdf)
  expect(root?.children.map(({ type }) => type)).toEqual(['H1', 'H2'])
})

test('the head of a table stands on each page it reaches', async () => {
  const { pdf } = await printPaper(paper(BLOCKS))
  const withRows = pdfText(pdf).filter(page => /row \d/.test(page))
  expect(withRows.length).toBeGreaterThan(1)
  expect(withRows.every(page => page.includes('In comfort'))).toBe(true)
})

test('a name that is longer than a line stays on the paper', async () => {
  const name = 'x'.repeat(255)
  const { pdf } = await printPaper(
    paper([
      { kind: 'heading', level: 1, text: name },
      {
        kind: 'table',
        columns: [
          { title: 'a', wide: true },
          { title: 'b', wide: true },
        ],
        rows: [[name, name]],
      },
    ]),
  )
  const found = pdfText(pdf).join('').match(/x/g) ?? []
  expect(found.length).toBeGreaterThanOrEqual(3 * 255)
  expect(pdfText(pdf).join('\n')).not.toMatch(/x{150}/)
})

test('a text that is longer than a page stands on several, with all that follows', async () => {
  const lines = Array.from({ length: 90 }, (_, line) => `line ${line}`)
  const { pdf } = await printPaper(
    paper([
      {
        kind: 'events',
        events: [
          { mark: 'visit', time: 'Sun 15 04:00', text: lines.join('\n') },
          { mark: 'visit', time: 'Sun 15 05:00', text: 'the next one' },
        ],
      },
      {
        kind: 'grade',
        title: 'Piglet room 3',
        below: Array.from({ length: 400 }, (_, device) => `Device number ${device}`).join(', '),
        grade: '5.8',
        tone: 'attention',
        beside: [],
        onNewPage: true,
      },
      { kind: 'table', columns: [{ title: 'a', wide: true }], rows: [[lines.join('\n')], ['last row']] },
    ]),
  )
  const text = pdfText(pdf).join('\n').replaceAll('\n', ' ')
  const words = [...lines, 'the next one', 'last row', 'Device number 0,', 'Device number 399']
  expect(words.filter(one => !text.includes(one))).toEqual([])
  expect(text.match(/line 89/g)).toHaveLength(2)
})

test('a long name leaves its grade on the paper', async () => {
  const title = 'Aufzuchtstall_Nord_Abteil_3_Versuchsgruppe_B_mit_Nachlauf'
  const beside = [{ text: 'Gesamtnote' }]
  const { pdf } = await printPaper(
    paper([{ kind: 'grade', title, below: 'Hof', grade: '5.8', tone: 'attention', beside }]),
  )
  expect(pdfText(pdf).join('\n')).not.toContain(title)
  expect(pdfText(pdf).join('').replaceAll('\n', '')).toContain(title)
})

test('a number of a narrow column stays on one line', async () => {
  const numbers = Array.from({ length: 8 }, () => `24${THIN_SPACE}164${NARROW_NO_BREAK_SPACE}%`)
  const { pdf } = await printPaper(
    paper([
      {
        kind: 'table',
        columns: [
          { title: 'Area', wide: true },
          ...numbers.map(() => ({ title: 'Of the permit', align: 'right' as const })),
        ],
        rows: [['Dairy cattle of the north barn', ...numbers]],
      },
    ]),
  )
  expect(
    pdfText(pdf)
      .join('\n')
      .match(/24\u00a0164\u00a0%/g),
  ).toHaveLength(8)
})

test('a paper that cannot be printed fails alone, and the next one is printed', async () => {
  await expect(printPaper(paper([chart({ zone: 'Nowhere/Else' })]))).rejects.toThrow()
  expect((await printPaper(paper([{ kind: 'text', text: 'after' }]))).pages).toBe(1)
})

const ofPages = (pages: number) =>
  paper(Array.from({ length: pages }, (_, n) => ({ kind: 'heading', level: 1, text: `Area ${n}`, onNewPage: n > 0 })))
/** Many pages: the thread that printed them is ended, so that the next paper needs a new one. */
const many = () => ofPages(30)
const one = () => ofPages(1)

class EndedThread extends Worker {
  constructor() {
    super('throw new Error("ended")', { eval: true })
  }
}
class SilentThread extends Worker {
  constructor() {
    super('process.exit(0)', { eval: true })
  }
}
class NoThread {
  constructor() {
    throw new Error('refused')
  }
}

test.each([
  ['ends before it is ready', EndedThread, /^ended$/],
  ['exits without an error before it is ready', SilentThread, /^the thread ended before it could print$/],
  ['is refused by the system', NoThread, /^refused$/],
])('a paper whose thread %s fails alone, and says why', async (_, thread, said) => {
  await printPaper(many())
  const start = vi.spyOn(createRequire(import.meta.url)('node:worker_threads'), 'Worker')
  start.mockImplementationOnce(thread)
  await expect(printPaper(one())).rejects.toThrow(said)
  start.mockRestore()
  expect((await printPaper(one())).pages).toBe(1)
})

test('a paper that does not end is ended, and the next one is printed', async () => {
  const [never, next] = await Promise.allSettled([printPaper(many(), undefined, 1), printPaper(one())])
  expect(never).toMatchObject({ status: 'rejected', reason: { message: 'a paper was not printed within 1 ms' } })
  expect(next).toMatchObject({ value: { pages: 1 } })
})

test('who wants a paper no longer is told at once, in print and while it waits; those behind are printed', async () => {
  const [printing, waiting] = [new AbortController(), new AbortController()]
  const done: string[] = []
  const told = (name: string, printed: Promise<unknown>) =>
    printed.then(
      () => done.push(name),
      error => done.push(`${name}: ${error.message}`),
    )
  const all = [
    told('first', printPaper(many(), printing.signal)),
    told('second', printPaper(many())),
    told('third', printPaper(one(), waiting.signal)),
    told('fourth', printPaper(one())),
  ]
  waiting.abort(new Error('not wanted'))
  await all[2]
  expect(done).toEqual(['third: not wanted'])
  printing.abort(new Error('not wanted either'))
  await Promise.all(all)
  expect(done.slice(1)).toEqual(['first: not wanted either', 'second', 'fourth'])
  await expect(printPaper(one(), waiting.signal)).rejects.toThrow('not wanted')
})

test('the thread that asks is not held while a paper is printed', async () => {
  let turns = 0
  const counting = setInterval(() => turns++, 5)
  await printPaper(paper(Array.from({ length: 30 }, () => chart())))
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
})

/** Niceness of each thread of this process: field 19 of its `stat`, of which the second may hold spaces. */
const nicenesses = (): number[] =>
  readdirSync('/proc/self/task').map(thread => {
    const [, fields = ''] = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ')
    return Number(fields.split(' ')[16])
  })

test.runIf(process.platform === 'linux')(
  'the thread that prints goes after all others, which keep their turn',
  async () => {
    await printPaper(paper([{ kind: 'text', text: 'any' }]))
    // The process that starts the tests may be nice itself.
    const threads = [...new Set(nicenesses())].sort((one, other) => one - other)
    const nicest = 19
    expect(threads).toEqual([...new Set([getPriority(), Math.min(nicest, getPriority() + 10)])])
  },
)

test.runIf(process.platform === 'linux' && getPriority() < 9)(
  'the thread that printed many pages is ended, and one that printed few is kept for the next',
  async () => {
    const isKept = () => nicenesses().includes(getPriority() + 10)
    await printPaper(one())
    expect(isKept()).toBe(true)
    const [large, next] = await Promise.all([printPaper(many()), printPaper(ofPages(2))])
    expect([large.pages, next.pages]).toEqual([30, 2])
    await printPaper(many())
    expect(isKept()).toBe(false)
  },
)

test('two papers share what is read of a font, and neither holds words of the other', async () => {
  const [first, second] = [
    await printPaper(paper([{ kind: 'text', text: [{ text: 'Zwaluw ' }, { text: 'Quiz', bold: true }] }])),
    await printPaper(paper([chart(), { kind: 'text', text: 'Kievit' }])),
  ]
  const [one, other] = [pdfText(first.pdf).join(), pdfText(second.pdf).join()]
  expect(one).toContain('Zwaluw')
  expect(one).toContain('Quiz')
  expect(other).toContain('Kievit')
  expect(other).toContain('limit 20')
  expect(other).not.toContain('Zwaluw')
  expect(other).not.toContain('\uFFFD')
})

test('a chart shows gaps hatched and not drawn over, and nothing hatched that has not been yet', () => {
  const lines = (svg: string) => (svg.match(/stroke-linejoin="round"/g) ?? []).length
  expect(lines(lineChartSvg(chart(), 480, 'en'))).toBe(2)
  const spread = chart({ mean: chart().mean.map((value, index) => (index % 2 ? null : value)) })
  expect(lines(lineChartSvg(spread, 480, 'en'))).toBe(2)
  const empty = chart({ mean: chart().mean.map(() => null), min: [], max: [], gaps: [[FROM, UNTIL]] })
  const svg = lineChartSvg(empty, 480, 'en')
  expect(lines(svg)).toBe(0)
  expect(svg).not.toContain('NaN')
  expect(svg).toContain('stroke-opacity="0.6"')
  expect(lineChartSvg({ ...empty, gaps: [] }, 480, 'en')).not.toContain('stroke-opacity="0.6"')
})
