import { ActionIcon } from '@mantine/core'
import { IconCopy, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { TaxonomyLists } from '#shared/contract/places/taxonomy.ts'
import { SpeciesGlyph } from '../../ui/icons/species-glyph.tsx'
import { StatusShape } from '../../ui/status/status-shape.tsx'
import type { AreaValues } from '../edit/location-values.ts'
import classes from './area.module.css'

interface Props {
  areas: readonly AreaValues[]
  chosen: number
  lists: TaxonomyLists
  isWrong: (index: number) => boolean
  onPick: (index: number) => void
  onAdd: () => void
  onCopy: () => void
  onRemove: () => void
}

const isFilled = (area: AreaValues): boolean => area.name.trim() !== '' && area.area_type_id !== null

/** The areas of a new location; one at a time is edited. */
export function AreaTabs({ areas, chosen, lists, isWrong, onPick, onAdd, onCopy, onRemove }: Props) {
  const { t } = useTranslation('places')
  const nameOf = (area: AreaValues, index: number) => area.name || t('area_number', { number: index + 1 })
  const current = areas[chosen]
  return (
    <div className={classes.tabs}>
      <ul>
        {areas.map((area, index) => {
          const species = lists.area_types.find(({ id }) => id === area.area_type_id)
          return (
            <li key={area.key}>
              <button type="button" aria-pressed={index === chosen} onClick={() => onPick(index)}>
                {species && <SpeciesGlyph species={species.key} size={20} />}
                {nameOf(area, index)}
                {isWrong(index) ? (
                  <>
                    <StatusShape status="act_now" size={15} />
                    <span className="bm-hidden">{t('step.wrong')}</span>
                  </>
                ) : (
                  index !== chosen && isFilled(area) && <StatusShape status="good" size={15} />
                )}
              </button>
            </li>
          )
        })}
        <li>
          <button type="button" className={classes.add} onClick={onAdd}>
            <IconPlus size={18} stroke={2} />
            {t('add_area')}
          </button>
        </li>
      </ul>
      {current && (
        <>
          <ActionIcon size={48} aria-label={t('copy_area', { name: nameOf(current, chosen) })} onClick={onCopy}>
            <IconCopy size={20} stroke={1.8} />
          </ActionIcon>
          <ActionIcon
            size={48}
            disabled={areas.length === 1}
            aria-label={t('remove_area', { name: nameOf(current, chosen) })}
            onClick={onRemove}
          >
            <IconTrash size={20} stroke={1.8} />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
