import { createRequire } from 'node:module'

type ElementType =
  | 'Document'
  | 'H1'
  | 'H2'
  | 'H3'
  | 'P'
  | 'L'
  | 'LI'
  | 'LBody'
  | 'Table'
  | 'TR'
  | 'TH'
  | 'TD'
  | 'Figure'
  | 'Caption'
  | 'BlockQuote'

interface ElementOptions {
  /** Words for who does not see a figure. */
  alt?: string
  scope?: 'Column'
  bbox?: [number, number, number, number]
}

/** Element of the structure by which a screen reader goes through a paper, with what was drawn for it. */
export interface Tag {
  type: ElementType
  options: ElementOptions
  parent: Tag | null
  children: Tag[]
  drawn: object[]
  /** Page on which it began. */
  page: object | null
}

export const tagOf = (parent: Tag | null, type: ElementType, options: ElementOptions = {}): Tag => {
  const tag: Tag = { type, options, parent, children: [], drawn: [], page: null }
  parent?.children.push(tag)
  return tag
}

/** Parts of PDFKit's document that tag what it draws. */
interface TaggedDocument {
  page: object
  markContent(tag: 'Artifact'): void
  markStructureContent(tag: string): object
  endMarkedContent(): void
  struct(type: string, options: ElementOptions, children: object[]): object
  addStructure(element: object): void
}
interface Drawn {
  tag?: Tag
  x: number
  y: number
  _width?: number
  _height?: number
}
/** Parts of pdfmake's renderer, which draws a page piece by piece. */
interface Renderer {
  pdfDocument: TaggedDocument
  renderPages(pages: unknown): void
  renderLine(line: { inlines: { tag?: Tag }[] }, x: number, y: number): void
  renderVector(vector: unknown): void
  renderImage(image: Drawn): void
  renderSVG(svg: Drawn): void
}

const { default: renderer }: { default: { prototype: Renderer } } = createRequire(import.meta.url)(
  'pdfmake/js/Renderer.js',
)

const roots = new WeakMap<TaggedDocument, Tag>()
const rootOf = (tag: Tag): Tag => (tag.parent ? rootOf(tag.parent) : tag)

/** Head of a table that stands once more on another page, which is read once. */
const isRepeated = ({ type, page }: Tag, document: TaggedDocument): boolean =>
  type === 'TH' && page !== null && page !== document.page

/** Draws a piece as part of its element; what has none is decoration, which nobody is read. */
const marked = (document: TaggedDocument, tag: Tag | undefined, draw: () => void): void => {
  if (tag && !isRepeated(tag, document)) {
    tag.page ??= document.page
    roots.set(document, rootOf(tag))
    tag.drawn.push(document.markStructureContent(tag.type))
  } else document.markContent('Artifact')
  draw()
  document.endMarkedContent()
}

const structureOf = (document: TaggedDocument, { type, options, drawn, children }: Tag): object =>
  document.struct(type, options, [...drawn, ...children.map(child => structureOf(document, child))])

const withBox = ({ tag, x, y, _width = 0, _height = 0 }: Drawn): Tag | undefined => {
  if (tag) tag.options.bbox = [x, y, x + _width, y + _height]
  return tag
}

/**
 * Has pdfmake, which writes no structure, tag each line, drawing and picture by the `tag` of its text or node: PDFKit below it
 * can. A text bears it on its runs.
 */
export const drawTagged = (): void => {
  const drawing = renderer.prototype
  const { renderPages, renderLine, renderVector, renderImage, renderSVG } = drawing
  drawing.renderLine = function (line, x, y) {
    const tag = line.inlines.find(one => one.tag)?.tag
    marked(this.pdfDocument, tag, () => renderLine.call(this, line, x, y))
  }
  drawing.renderVector = function (vector) {
    marked(this.pdfDocument, undefined, () => renderVector.call(this, vector))
  }
  drawing.renderImage = function (image) {
    marked(this.pdfDocument, withBox(image), () => renderImage.call(this, image))
  }
  drawing.renderSVG = function (svg) {
    marked(this.pdfDocument, withBox(svg), () => renderSVG.call(this, svg))
  }
  drawing.renderPages = function (pages) {
    renderPages.call(this, pages)
    const root = roots.get(this.pdfDocument)
    if (root) this.pdfDocument.addStructure(structureOf(this.pdfDocument, root))
  }
}
