import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  labels: { start: string; end: string }
  /** Whose clocks the fields show. */
  zone: string
  start: TextInputProps
  end: TextInputProps
}

/** From when and, if at all, until when: two moments on the clocks of a place. */
export function SpanFields({ labels, zone, start, end }: Props) {
  const { t } = useTranslation('ui')
  return (
    <>
      <TextInput size="md" type="datetime-local" label={labels.start} description={zone} {...start} />
      <TextInput
        size="md"
        type="datetime-local"
        label={
          <>
            {labels.end} <span className="bm-optional">{t('optional')}</span>
          </>
        }
        {...end}
      />
    </>
  )
}
