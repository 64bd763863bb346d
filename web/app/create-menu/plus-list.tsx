import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '../../kit/routing/link.tsx'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import { NEW } from './plus-table.ts'

export default function PlusList({ target }: { target: ReactElement }) {
  const { t } = useTranslation()
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {NEW.map(({ key, to, icon: Icon }) => (
          <Menu.Item key={key} component={ScreenLink} to={to} leftSection={<Icon size={20} stroke={1.8} />}>
            {t(`plus.${key}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
