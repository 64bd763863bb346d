import { fileName } from '#shared/rules/formats/file-name.ts'
import { XLSX_TYPE } from '#shared/rules/formats/sheet.ts'
import { pictureOf, svgOf } from '../../charts/drawing/option-picture.ts'
import { saveFile } from '../../kit/browser/save-file.ts'
import { useFormat } from '../../kit/language/format.ts'
import { pngOf } from '../../ui/files/print-sheet.ts'
import { csvOfTable, fileTitle, shownTitle, xlsxOfTable } from '../numbers/number-table.ts'
import type { CardContent } from './card-content.ts'

interface Card {
  content: CardContent
  /** Period and filters, in words. */
  below: string
}

/** A picture of a card with its name and what it is of; null for one that is no drawing. */
export const cardPicture = ({ content: { picture, table }, below }: Card): HTMLCanvasElement | null =>
  picture && pictureOf(picture.draw, { title: shownTitle(table), below, foot: picture.foot, entries: picture.entries })

/** Files that can be taken of a card: all are what the screen shows. */
export const useCardFiles = (card: Card) => {
  const { language } = useFormat()
  const { table, picture } = card.content
  // Place and period stand in what is said below the picture.
  const name = (ending: string) => fileName([fileTitle(table), card.below], {}, ending)
  return {
    csv: () => saveFile(new Blob([csvOfTable(table, language)], { type: 'text/csv' }), name('csv')),
    xlsx: () => saveFile(new Blob([xlsxOfTable(table)], { type: XLSX_TYPE }), name('xlsx')),
    png: async () => {
      const drawn = cardPicture(card)
      if (drawn) saveFile(await pngOf(drawn), name('png'))
    },
    svg: () => {
      if (!picture) return
      const words = { title: shownTitle(table), below: card.below, foot: picture.foot, entries: picture.entries }
      saveFile(new Blob([svgOf(picture.draw, words)], { type: 'image/svg+xml' }), name('svg'))
    },
  }
}
