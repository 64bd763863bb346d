import { Menu } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { InspectionSummary } from '#shared/contract/diary/inspections.ts'
import { linkTo } from '../../kit/routing/address.ts'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { editInspectionScreen } from '../screens.ts'
import { useDeleteInspection } from '../use-delete.ts'
import classes from './diary.module.css'

interface Props {
  target: ReactElement
  inspection: InspectionSummary
}

export default function EntryMenu({ target, inspection }: Props) {
  const { id, may } = inspection
  const { t } = useTranslation(['diary', 'ui'])
  const remove = useDeleteInspection()
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {may.includes('edit') && (
          <Menu.Item
            component={ScreenLink}
            to={linkTo(editInspectionScreen, { params: { id } })}
            leftSection={<IconPencil size={20} stroke={1.8} />}
          >
            {t('edit')}
          </Menu.Item>
        )}
        {may.includes('delete') && (
          <Menu.Item
            className={classes.delete}
            leftSection={<IconTrash size={20} stroke={1.8} />}
            onClick={() => void remove(inspection)}
          >
            {t('ui:delete')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
