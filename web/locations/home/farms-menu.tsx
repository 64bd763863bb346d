import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { changeHomeView } from '../../kit/browser/home-view.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import classes from './home-filters.module.css'

interface Props {
  target: ReactElement
  locations: readonly Location[]
}

/** Menu to choose the farm whose areas are shown. */
export default function FarmsMenu({ target, locations }: Props) {
  const { t } = useTranslation('locations')
  return (
    <Menu position="bottom-start" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item onClick={() => changeHomeView({ farm: null })}>{t('filter.all_farms')}</Menu.Item>
        {locations.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => changeHomeView({ farm: id })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
