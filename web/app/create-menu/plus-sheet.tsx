import { Drawer } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../kit/routing/link.tsx'
import classes from '../shell/layout.module.css'
import { NEW } from './plus-table.ts'

export default function PlusSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      size={94 + 56 * NEW.length}
      title={t('plus.open')}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {NEW.map(({ key, to, icon: Icon }) => (
        <ScreenLink key={key} to={to} className={classes.sheetRow} onClick={onClose}>
          <Icon size={23} stroke={1.8} />
          {t(`plus.${key}`)}
        </ScreenLink>
      ))}
    </Drawer>
  )
}
