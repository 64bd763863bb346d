import { DAY_MS } from '../time/units.ts'
// The few parts of Office Open XML that a table of numbers needs; who zips them is another matter.

/** Rows that Excel shows of one sheet. */
export const MAX_SHEET_ROWS = 1_048_576

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/** Days from the first day of a sheet to that of the clock of computers. */
export const EPOCH = 25_569

/** Styles of cells, in their order in `styles`. */
const [TIME, HEAD, FIRST_NUMBER] = [1, 2, 3]
const MAX_DECIMALS = 6

const escaped = (text: string): string =>
  // XML has no place for control characters.
  text.replace(/[\p{Cc}\ufffe\uffff]/gu, '').replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

/** A cell of a row: a number with its decimals, a moment as local clocks show it (epoch ms plus their offset), or a text. */
export type Cell = { number: number | null; decimals: number } | { time: number } | { text: string } | { head: string }

/** Texts before and after the number of a cell. */
export type Around = [before: string, after: string]
export const aroundNumber = (decimals: number): Around => [
  `<c s="${FIRST_NUMBER + Math.min(decimals, MAX_DECIMALS)}"><v>`,
  '</v></c>',
]
/** Texts around a time, in days from the first day of a sheet: epoch ms of a local clock / `DAY_MS` + `EPOCH`. */
export const AROUND_TIME: Around = [`<c s="${TIME}"><v>`, '</v></c>']
export const EMPTY_CELL = '<c/>'

export const cellXml = (cell: Cell): string => {
  if ('number' in cell) return cell.number === null ? EMPTY_CELL : aroundNumber(cell.decimals).join(String(cell.number))
  if ('time' in cell) return AROUND_TIME.join(String(cell.time / DAY_MS + EPOCH))
  const [text, style] = 'head' in cell ? [cell.head, ` s="${HEAD}"`] : [cell.text, '']
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

export const rowXml = (cells: readonly Cell[]): string => `<row>${cells.map(cellXml).join('')}</row>`

/** Start of a sheet, up to its rows: the head stays in sight. */
export const sheetStart = (columns: number): string =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="1" width="19" customWidth="1"/><col min="2" max="${Math.max(2, columns)}" width="16" customWidth="1"/></cols><sheetData>`
export const SHEET_END = '</sheetData></worksheet>'

export const sheetPath = (sheet: number): string => `xl/worksheets/sheet${sheet}.xml`

const formatOf = (decimals: number): string => (decimals === 0 ? '0' : `0.${'0'.repeat(decimals)}`)

const styles = (): string => {
  const numbers = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => decimals)
  const formats = numbers.map(n => `<numFmt numFmtId="${165 + n}" formatCode="${formatOf(n)}"/>`).join('')
  const cells = numbers.map(n => `<xf numFmtId="${165 + n}" xfId="0" applyNumberFormat="1"/>`).join('')
  return `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${numbers.length + 1}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/>${formats}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${numbers.length + 3}"><xf xfId="0"/><xf numFmtId="164" xfId="0" applyNumberFormat="1"/><xf fontId="1" xfId="0" applyFont="1"/>${cells}</cellXfs></styleSheet>`
}

/** Every part of a workbook but its sheets, by path. */
export const workbookParts = (sheetNames: readonly string[]): Record<string, string> => {
  const numbers = sheetNames.map((_, index) => index + 1)
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET}.styles+xml"/>${numbers.map(n => `<Override PartName="/${sheetPath(n)}" ContentType="${SHEET}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${sheetNames.map((name, index) => `<sheet name="${escaped(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, 31))}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${numbers.map(n => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)).join('')}${relation(sheetNames.length + 1, 'styles', 'styles.xml')}</Relationships>`,
    'xl/styles.xml': styles(),
  }
}

export const XLSX_TYPE = `${SHEET}.sheet`
