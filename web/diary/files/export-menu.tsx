import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { fileWord } from '../../kit/browser/save-file.ts'
import type { DiaryFilters, PlaceRef } from '../list/filter.ts'
import FileMenu from './file-menu.tsx'
import { diaryTable, readAll } from './list-file.ts'

interface Props {
  target: ReactElement
  place: PlaceRef
  filters: DiaryFilters
}

/** All of the diary that matches, not only what is read by now. */
export default function ExportMenu({ target, place, filters }: Props) {
  const { t } = useTranslation('diary')
  const table = async () => diaryTable(await readAll(place, filters), t)
  return <FileMenu target={target} name={fileWord(t('title'))} table={table} />
}
