import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../kit/language/format.ts'
import FileMenu from '../files/file-menu.tsx'
import { compareTable } from './compare-file.ts'
import type { Compared } from './table.tsx'

export default function CompareMenu({ target, compared }: { target: ReactElement; compared: Compared }) {
  const { t } = useTranslation('diary')
  const { number } = useFormat()
  const about = { parts: [t('title'), compared.inspections.at(-1)?.location_name] }
  return <FileMenu target={target} about={about} table={() => compareTable(compared, { t, number })} />
}
