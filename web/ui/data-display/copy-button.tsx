import { Button, type ButtonProps } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../files/copy.ts'

/** Copies a text and says so. */
export function CopyButton({ text, label, ...props }: ButtonProps & { text: string; label?: string }) {
  const { t } = useTranslation('ui')
  const [copied, setCopied] = useState(false)
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Button
      {...props}
      leftSection={<Icon size={18} stroke={1.9} />}
      onClick={() => void copyText(text).then(setCopied)}
      aria-live="polite"
    >
      {copied ? t('copied') : (label ?? t('copy'))}
    </Button>
  )
}
