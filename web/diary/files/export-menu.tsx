import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { DiaryFilters, PlaceRef } from '../list/filter.ts'
import FileMenu from './file-menu.tsx'
import { diaryTable, readAll } from './list-file.ts'

interface Props {
  target: ReactElement
  place: PlaceRef
  /** Name of that place. */
  placeName?: string | undefined
  filters: DiaryFilters
}

/** All of the diary that matches, not only what is read by now. */
export default function ExportMenu({ target, place, placeName, filters }: Props) {
  const { t } = useTranslation('diary')
  const table = async () => diaryTable(await readAll(place, filters), t)
  const days = { from: filters.date_start, last: filters.date_end }
  return <FileMenu target={target} about={{ parts: [t('title'), placeName], days }} table={table} />
}
