import { Menu, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from '#shared/contract/places/locations.ts'
import { hasWords } from '#shared/rules/formats/search-text.ts'
import { changeHomeView } from '../../kit/browser/home-view.ts'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import classes from './home-filters.module.css'

/** Farms from which on the menu has a search. */
const SEARCHED = 8

interface Props {
  target: ReactElement
  locations: readonly Location[]
}

/** Menu to choose the farm whose areas are shown. */
export default function FarmsMenu({ target, locations }: Props) {
  const { t } = useTranslation('locations')
  const [words, setWords] = useState('')
  const found = locations.filter(({ name, city, tag, groups }) =>
    hasWords([name, city, tag, ...groups.map(group => group.name)], words),
  )
  return (
    <Menu position="bottom-start" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {locations.length > SEARCHED && (
          <TextInput
            type="search"
            data-autofocus
            className={classes.find}
            aria-label={t('filter.find_farm')}
            placeholder={t('filter.find_farm')}
            leftSection={<IconSearch size={18} stroke={1.9} aria-hidden="true" />}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
          />
        )}
        <Menu.Item onClick={() => changeHomeView({ farm: null })}>{t('filter.all_farms')}</Menu.Item>
        {found.map(({ id, name }) => (
          <Menu.Item key={id} onClick={() => changeHomeView({ farm: id })}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
