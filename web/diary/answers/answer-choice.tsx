import { IconCheck, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { IMPRESSIONS, type Impression } from '#shared/contract/fixed.ts'
import classes from './answer.module.css'
import { FACES } from './faces.ts'

interface ChoicesProps<Value> {
  /** Id of the words that ask. */
  labelledBy: string
  className: string | undefined
  options: readonly { value: Value; children: ReactNode; label?: string }[]
  isChosen: (value: Value) => boolean
  onPress: (value: Value) => void
}

/** Large buttons of which one or several are pressed. */
export function Choices<Value extends string | number | boolean>({
  labelledBy,
  className,
  options,
  isChosen,
  onPress,
}: ChoicesProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as this is
    <div role="group" aria-labelledby={labelledBy} className={className}>
      {options.map(({ value, children, label }) => (
        <button
          key={String(value)}
          type="button"
          className={classes.choice}
          aria-pressed={isChosen(value)}
          aria-label={label}
          onClick={() => onPress(value)}
        >
          {children}
        </button>
      ))}
    </div>
  )
}

interface OneProps<Value> {
  labelledBy: string
  value: Value | null
  onChange: (value: Value | null) => void
  /** A second tap takes the answer back. */
  clearable?: boolean
}

const press =
  <Value,>({ value, onChange, clearable }: OneProps<Value>) =>
  (pressed: Value) =>
    onChange(pressed === value && clearable ? null : pressed)

export function YesNo(props: OneProps<boolean>) {
  const { t } = useTranslation('inspect')
  const options = [
    { value: true, Icon: IconCheck, word: t('yes') },
    { value: false, Icon: IconX, word: t('no') },
  ].map(({ value, Icon, word }) => ({
    value,
    children: (
      <>
        <Icon size={22} stroke={2.4} aria-hidden="true" /> {word}
      </>
    ),
  }))
  return (
    <Choices
      labelledBy={props.labelledBy}
      className={classes.yesNo}
      options={options}
      isChosen={value => value === props.value}
      onPress={press(props)}
    />
  )
}

export function Faces(props: OneProps<Impression>) {
  const { t } = useTranslation('inspect')
  const options = IMPRESSIONS.map(value => {
    const Face = FACES[value]
    return {
      value,
      children: (
        <>
          <Face size={32} stroke={1.8} aria-hidden="true" /> {t(`impression.${value}`)}
        </>
      ),
    }
  })
  return (
    <Choices
      labelledBy={props.labelledBy}
      className={classes.faces}
      options={options}
      isChosen={value => value === props.value}
      onPress={press(props)}
    />
  )
}

/** Whole numbers from 1 to `most`. */
export function Score({ most, ...props }: OneProps<number> & { most: number }) {
  const options = Array.from({ length: most }, (_, index) => ({ value: index + 1, children: index + 1 }))
  return (
    <Choices
      labelledBy={props.labelledBy}
      className={classes.score}
      options={options}
      isChosen={value => value === props.value}
      onPress={press(props)}
    />
  )
}
