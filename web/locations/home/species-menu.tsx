import { Menu } from '@mantine/core'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { AreaType } from '#shared/contract/places/taxonomy.ts'
import { changeHomeView } from '../../kit/browser/home-view.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import classes from './home-filters.module.css'

interface Props {
  target: ReactElement
  species: readonly AreaType[]
}

/** Menu to choose the kind of animals whose areas are shown. */
export default function SpeciesMenu({ target, species }: Props) {
  const { t } = useTranslation('locations')
  return (
    <Menu position="bottom-start" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        <Menu.Item onClick={() => changeHomeView({ species: null })}>{t('filter.all_species')}</Menu.Item>
        {species.map(({ id, key, name }) => (
          <Menu.Item
            key={id}
            leftSection={<SpeciesGlyph species={key} size={20} />}
            onClick={() => changeHomeView({ species: id })}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
