import { Combobox, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QuantityName } from '../../ui/data-display/quantity-name.tsx'
import classes from './rule.module.css'
import { foundPlaces, isSamePlace, type PlaceIds, type Places, placeOptionsOf } from './rule-place.ts'
import { useSentenceTexts } from './use-sentence.ts'

interface Props {
  text: string
  value: PlaceIds
  places: Places
  wrong: boolean
  describedBy: string
  onChoose: (ids: PlaceIds) => void
}

/** Word of the sentence that says where a rule looks: animals, farms, areas and devices in one list that is searched. */
export function PlaceToken({ text, value, places, wrong, describedBy, onChoose }: Props) {
  const { t } = useTranslation('alert-rules')
  const texts = useSentenceTexts()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => {
      combobox.focusSearchInput()
      combobox.updateSelectedOptionIndex('active')
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setSearch('')
    },
  })
  const { selectFirstOption } = combobox
  // The first one found is what Enter chooses.
  useEffect(() => {
    if (search !== '') selectFirstOption()
  }, [search, selectFirstOption])
  const options = placeOptionsOf(places, texts)
  const { groups, more } = foundPlaces(options, search)
  const choose = (key: string) => {
    const chosen = Object.values(options)
      .flat()
      .find(option => option.key === key)
    if (chosen) onChoose(chosen.ids)
    combobox.closeDropdown()
    combobox.focusTarget()
  }
  const listed = (group: (typeof groups)[number]) =>
    group.options.map(option => (
      <Combobox.Option
        key={option.key}
        value={option.key}
        active={isSamePlace(option.ids, value)}
        aria-selected={isSamePlace(option.ids, value)}
        className={`${classes.option} ${classes.place}`}
      >
        <QuantityName name={option.label} />
        {option.beside !== null && <span className="bm-small bm-muted">{option.beside}</span>}
      </Combobox.Option>
    ))
  return (
    <Combobox
      store={combobox}
      width={320}
      position="bottom-start"
      shadow="sm"
      withinPortal={false}
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button" withAriaAttributes>
        <button
          type="button"
          className={classes.token}
          aria-label={`${t('slot.where')}: ${text}`}
          aria-invalid={wrong || undefined}
          aria-describedby={describedBy}
          onClick={() => combobox.toggleDropdown()}
        >
          <QuantityName name={text} />
          <IconChevronDown size={18} stroke={2} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown className={classes.places}>
        <Combobox.Search
          aria-label={t('place.search')}
          placeholder={t('place.search')}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
          onKeyDown={event => {
            // Enter chooses, and must not save the rule around it.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <Combobox.Options className={classes.menu} aria-label={t('slot.where')}>
          {groups.length === 0 && <Combobox.Empty>{t('place.none')}</Combobox.Empty>}
          {groups.map(group =>
            group.group === 'everywhere' ? (
              listed(group)
            ) : (
              <Combobox.Group key={group.group} label={t(`place.${group.group}`)}>
                {listed(group)}
              </Combobox.Group>
            ),
          )}
        </Combobox.Options>
        {more > 0 && (
          <Combobox.Footer className="bm-small bm-muted">{t('place.more', { count: more })}</Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}
