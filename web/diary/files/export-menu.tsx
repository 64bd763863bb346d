import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { fileWord } from '../../ui/files/save-file.ts'
import type { PlaceRef, Shown } from '../list/filter.ts'
import FileMenu from './file-menu.tsx'
import { diaryTable, readAll } from './list-file.ts'

interface Props {
  target: ReactElement
  place: PlaceRef
  shown: Shown
}

/** All of the diary that matches, not only what is read by now. */
export default function ExportMenu({ target, place, shown }: Props) {
  const { t } = useTranslation('diary')
  const table = async () => diaryTable(await readAll(place, shown), t)
  return <FileMenu target={target} name={fileWord(t('title'))} table={table} />
}
