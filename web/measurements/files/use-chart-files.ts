import { useTranslation } from 'react-i18next'
import type { SeriesAnswer } from '#shared/contract/measurements/measurements.ts'
import { daysOfFile, fileName } from '#shared/rules/formats/file-name.ts'
import { XLSX_TYPE } from '#shared/rules/formats/sheet.ts'
import { summaryOf } from '#shared/rules/ingest/frame.ts'
import { chartPicture } from '../../charts/drawing/picture.ts'
import { saveFile } from '../../kit/browser/save-file.ts'
import { useFormat } from '../../kit/language/format.ts'
import { momentIn } from '../../kit/language/viewer-formats.ts'
import { serverNow } from '../../kit/time/now.ts'
import { pngOf, printPictures } from '../../ui/files/print-sheet.ts'
import { type Chart, chartName } from '../chart-cards/groups.ts'
import { percentOf } from '../chart-cards/percent.ts'
import { type ChartView, chartSpec, columnsOf } from '../chart-cards/use-chart-spec.ts'
import { csvOf, xlsxOf } from './chart-files.ts'
import { chartTable } from './chart-table.ts'

/** Charts as they are on the screen, and how they are called. */
export interface Charted {
  charts: readonly Chart[]
  frame: SeriesAnswer
  view: Omit<ChartView, 'now'>
  compareName: string
  /** Area and farm, as said on the picture. */
  place: string
  /** The same as parts of the file's name: a long one leaves room for the other. */
  area: string
  farm: string | null
}

/** Files that can be taken of a chart: its numbers, its picture, its print. All are what the screen shows. */
export const useChartFiles = ({ charts, frame, view, compareName, place, area, farm }: Charted) => {
  const { t } = useTranslation('measurements')
  const format = useFormat()
  const moment = (at: string) => momentIn(at, frame.time_zone)
  const titleOf = (chart: Chart) => {
    const [{ quantity }] = chart.measured
    return [chartName(chart, t), format.unit(quantity.unit)].filter(Boolean).join(' · ')
  }
  const tableOf = (chart: Chart) => {
    const words = {
      min: t('min'),
      mean: t('mean'),
      max: t('max'),
      readings: t('readings'),
      coverage: t('files.coverage'),
      before: compareName,
    }
    return chartTable(chart, frame, view.compare, words, serverNow())
  }
  const footOf = (chart: Chart) => {
    const [known, ...others] = chart.measured
    const columns = columnsOf(frame, known)
    const summary = summaryOf(columns)
    if (!summary || others.length > 0) return ''
    const value = (of: 'min' | 'mean' | 'max') =>
      `${t(of)} ${format.figure(summary[of], known.quantity.decimals, known.quantity.unit)}`
    const coverage = t('coverage', { share: format.number(percentOf(columns.coverage)) })
    return [value('min'), value('mean'), value('max'), coverage].join('   ')
  }
  const pictureOf = (chart: Chart) => {
    const spec = chartSpec(chart, frame, { ...view, now: serverNow() }, { t, language: format.language })
    const below = `${place} · ${moment(frame.from)} ${t('to')} ${moment(frame.until)} (${frame.time_zone})`
    return chartPicture(spec, { title: titleOf(chart), below, before: compareName, foot: footOf(chart) })
  }
  const fileOf = (chart: Chart, ending: string) =>
    fileName([area, farm, chartName(chart, t)], daysOfFile(frame.from, frame.until, frame.time_zone), ending)
  return {
    csv: (chart: Chart) =>
      saveFile(new Blob([csvOf(tableOf(chart), format.language)], { type: 'text/csv' }), fileOf(chart, 'csv')),
    xlsx: (chart: Chart) =>
      saveFile(new Blob([xlsxOf(tableOf(chart), chartName(chart, t))], { type: XLSX_TYPE }), fileOf(chart, 'xlsx')),
    png: async (chart: Chart) => saveFile(await pngOf(pictureOf(chart)), fileOf(chart, 'png')),
    print: () => printPictures(charts.map(chart => ({ canvas: pictureOf(chart), alt: `${titleOf(chart)}, ${place}` }))),
  }
}
