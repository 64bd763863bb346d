import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { NumberField, numberIn, numberText } from '../../../kit/forms/number-field.tsx'
import { ChoicesField } from './choices-field.tsx'
import { hasChoices, type Problem, parentsFor } from './draft.ts'
import classes from './editor.module.css'
import type { Editor } from './use-editor.ts'

interface Props {
  item: ChecklistItem
  editor: Editor
  fixed: boolean
  problem: Problem | null
}

const NUMBERS: readonly string[] = ['number', 'slider', 'percentage']

/** A number as it is typed; what is none stays in the field and keeps the list from being saved. */
function OneNumber({ item, field, editor }: Pick<Props, 'item' | 'editor'> & { field: 'decimals' | 'min' | 'max' }) {
  const { t } = useTranslation(['checklists', 'form'])
  const [text, setText] = useState(numberText(item[field]))
  const wrong = Number.isNaN(item[field])
  return (
    <NumberField
      label={t(field)}
      optional
      value={text}
      error={wrong ? t('form:error.number') : undefined}
      onChange={({ currentTarget: { value } }) => {
        const number = numberIn(value)
        setText(value)
        const whole = field === 'decimals' && number !== null && ![0, 1, 2, 3].includes(number)
        editor.set(item.key, { [field]: whole ? Number.NaN : number })
      }}
    />
  )
}

/** All that an item has besides its place. */
export function ItemDetails({ item, editor, fixed, problem }: Props) {
  const { t } = useTranslation(['checklists', 'ui', 'form'])
  const { key, input, name, unit, parent, required, choices, photo_when } = item
  const parents = parentsFor(editor.draft.items, key)
  return (
    <div className={classes.details}>
      <TextInput
        size="md"
        label={t('name')}
        data-autofocus
        autoFocus={name === ''}
        maxLength={255}
        value={name}
        error={problem === 'name' ? t('form:error.required') : undefined}
        onChange={event => editor.set(key, { name: event.currentTarget.value })}
      />
      {input !== 'heading' && (
        <Checkbox
          size="md"
          label={t('is_required')}
          description={fixed ? t('is_fixed') : undefined}
          checked={required}
          disabled={fixed}
          onChange={event => editor.set(key, { required: event.currentTarget.checked })}
        />
      )}
      {hasChoices(item) && (
        <>
          <ChoicesField
            choices={choices}
            wrong={problem === 'choices'}
            onChange={next =>
              editor.set(key, {
                choices: next,
                photo_when: next.some(({ value }) => value === photo_when) ? photo_when : null,
              })
            }
          />
          <NativeSelect
            size="md"
            label={t('photo_when')}
            value={photo_when ?? ''}
            onChange={event => editor.set(key, { photo_when: event.currentTarget.value || null })}
            data={[
              { value: '', label: t('photo_never') },
              ...choices.map(choice => ({ value: choice.value, label: t('photo_at', { name: choice.name }) })),
            ]}
          />
        </>
      )}
      {NUMBERS.includes(input) && (
        <div className={classes.numbers}>
          {input !== 'percentage' && (
            <TextInput
              size="md"
              label={
                <>
                  {t('unit')} <span className="bm-optional">{t('ui:optional')}</span>
                </>
              }
              maxLength={20}
              value={unit ?? ''}
              onChange={event => editor.set(key, { unit: event.currentTarget.value || null })}
            />
          )}
          <OneNumber item={item} field="decimals" editor={editor} />
          <OneNumber item={item} field="min" editor={editor} />
          <OneNumber item={item} field="max" editor={editor} />
        </div>
      )}
      {problem === 'range' && <p className={classes.problem}>{t('problem.range')}</p>}
      {(parents.length > 0 || parent !== null) && (
        <NativeSelect
          size="md"
          label={t('parent')}
          value={parent ?? ''}
          onChange={event => editor.set(key, { parent: event.currentTarget.value || null })}
          data={[
            { value: '', label: t('always') },
            ...parents.map(one => ({ value: one.key, label: t('when_yes', { name: one.name }) })),
          ]}
        />
      )}
    </div>
  )
}
