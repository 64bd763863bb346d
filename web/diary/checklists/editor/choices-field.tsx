import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChecklistItem } from '#shared/contract/diary/checklists.ts'
import { withChoice } from './draft.ts'
import classes from './editor.module.css'

const MOST = 30

interface Props {
  choices: ChecklistItem['choices']
  wrong: boolean
  onChange: (choices: ChecklistItem['choices']) => void
}

/** Choices in their order; what is typed and Enter adds one at the end. */
export function ChoicesField({ choices, wrong, onChange }: Props) {
  const { t } = useTranslation('checklists')
  const [text, setText] = useState('')
  const id = useId()
  const add = () => {
    onChange(withChoice(choices, text))
    setText('')
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this is
    <div role="group" aria-labelledby={id} className={classes.choices}>
      <p id={id}>{t('choices')}</p>
      <div className={classes.chips}>
        {choices.map(choice => (
          <span key={choice.value} className={classes.choice}>
            {choice.name}
            <button
              type="button"
              aria-label={t('remove', { name: choice.name })}
              onClick={() => onChange(choices.filter(other => other !== choice))}
            >
              <IconX size={16} stroke={2.2} />
            </button>
          </span>
        ))}
      </div>
      {choices.length < MOST && (
        <div className={classes.adding}>
          <TextInput
            size="md"
            aria-label={t('choice_new')}
            placeholder={t('choice_new')}
            maxLength={100}
            value={text}
            error={wrong ? t('problem.choices') : undefined}
            onChange={event => setText(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add()
            }}
            onBlur={() => text.trim() && add()}
          />
          <Button variant="default" leftSection={<IconPlus size={18} stroke={2} />} onClick={add}>
            {t('add')}
          </Button>
        </div>
      )}
    </div>
  )
}
