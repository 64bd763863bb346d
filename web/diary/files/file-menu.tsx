import { Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileText, IconPrinter } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailed } from '#shared/contract/call.ts'
import { useFormat } from '../../kit/language/format.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import type { FileAbout } from './table-file.ts'
import { saveTable, TABLE_FILES, type TableFile } from './table-file.ts'

const ICONS = { csv: IconFileText, xlsx: IconFileSpreadsheet } as const

interface Props {
  target: ReactElement
  about: FileAbout
  table: () => TableFile | Promise<TableFile>
}

/** A table as a file, or on paper. */
export default function FileMenu({ target, about, table }: Props) {
  const { t } = useTranslation(['diary', 'form'])
  const { language } = useFormat()
  const save = async (ending: (typeof TABLE_FILES)[number]) => {
    try {
      saveTable(await table(), about, ending, language)
    } catch (failure) {
      const message = failure instanceof CallFailed ? failure.message : ''
      showToast({ id: 'diary-file', message: message || t('form:no_answer'), color: 'bad', autoClose: false })
    }
  }
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {TABLE_FILES.map(ending => {
          const Icon = ICONS[ending]
          return (
            <Menu.Item key={ending} leftSection={<Icon size={20} stroke={1.8} />} onClick={() => void save(ending)}>
              {t(`file.${ending}`)}
            </Menu.Item>
          )
        })}
        {/* The menu is gone before the paper is drawn. */}
        <Menu.Item
          leftSection={<IconPrinter size={20} stroke={1.8} />}
          onClick={() => setTimeout(() => window.print())}
        >
          {t('file.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
