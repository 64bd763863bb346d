import { Checkbox, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronRight, IconLock, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem, TemplateCategory } from '#shared/contract/diary/checklists.ts'
import classes from './editor.module.css'
import { INPUT_ICONS } from './inputs.ts'
import { itemsOf, searched, tickedIn } from './tree.ts'
import type { Editor } from './use-editor.ts'

interface TreeProps {
  chosen: ReadonlyMap<string, ChecklistItem>
  /** All open: something is looked for. */
  allOpen: boolean
  editor: Editor
}

function Item({ item, chosen, editor }: { item: ChecklistItem } & TreeProps) {
  const { t } = useTranslation('checklists')
  const Icon = INPUT_ICONS[item.input]
  const locked = chosen.get(item.key)?.required === true
  return (
    <li className={classes.leaf}>
      <Checkbox
        size="md"
        checked={chosen.has(item.key)}
        disabled={locked}
        {...(locked && {
          icon: ({ className }: { className: string }) => <IconLock className={className} stroke={2} />,
        })}
        label={
          <>
            {item.name}
            {locked && <span className="bm-hidden">, {t('required')}</span>}
          </>
        }
        onChange={({ currentTarget }) => (currentTarget.checked ? editor.add(item) : editor.remove(item.key))}
      />
      <span className={classes.input}>
        <Icon size={18} stroke={1.8} /> {t(`input.${item.input}`)}
      </span>
    </li>
  )
}

function Category({ category, ...props }: { category: TemplateCategory } & TreeProps) {
  const { t } = useTranslation('checklists')
  const { chosen, allOpen, editor } = props
  const { ticked, all } = tickedIn(category, new Set(chosen.keys()))
  const [collapsed, setCollapsed] = useState(ticked === 0)
  const open = allOpen || !collapsed
  const Fold = open ? IconChevronDown : IconChevronRight
  const toggle = () => {
    const items = itemsOf(category)
    if (ticked === all) editor.remove(...items.map(({ key }) => key))
    else editor.add(...items)
  }
  return (
    <li>
      <div className={classes.category}>
        <button
          type="button"
          className={classes.fold}
          aria-expanded={open}
          aria-label={t(open ? 'fold' : 'unfold', { name: category.name })}
          disabled={allOpen}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Fold size={20} stroke={2} />
        </button>
        <Checkbox
          size="md"
          label={category.name}
          checked={all > 0 && ticked === all}
          indeterminate={ticked > 0 && ticked < all}
          onChange={toggle}
        />
        <span className="bm-small bm-muted bm-nowrap">{t('of', { count: all, ticked })}</span>
      </div>
      {open && (
        <ul>
          {category.items.map(item => (
            <Item key={item.key} item={item} {...props} />
          ))}
          {category.categories.map(below => (
            <Category key={below.key} category={below} {...props} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** Items that come with the product to choose from, as a tree. */
export function TemplateColumn({ template, editor }: { template: readonly TemplateCategory[]; editor: Editor }) {
  const { t } = useTranslation('checklists')
  const [text, setText] = useState('')
  const found = searched(template, text)
  const chosen = new Map(editor.draft.items.map(item => [item.key, item]))
  return (
    <section className={`bm-card ${classes.column}`} data-pane="template" aria-labelledby="template">
      <h2 id="template">{t('template')}</h2>
      <TextInput
        size="md"
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        leftSection={<IconSearch size={20} stroke={1.9} />}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      {found.length === 0 && (
        <p className="bm-muted" role="status">
          {t('not_found')}
        </p>
      )}
      <ul className={classes.tree}>
        {found.map(category => (
          <Category
            key={category.key}
            category={category}
            chosen={chosen}
            allOpen={text.trim() !== ''}
            editor={editor}
          />
        ))}
      </ul>
    </section>
  )
}
