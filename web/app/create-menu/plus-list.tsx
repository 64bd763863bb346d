import { Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { NEW } from './plus-table.ts'

export default function PlusList({ target }: { target: ReactElement }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {NEW.map(({ key, to, icon: Icon }) => (
          <Menu.Item key={key} component={Link} to={to} leftSection={<Icon size={20} stroke={1.8} />}>
            {t(`plus.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
