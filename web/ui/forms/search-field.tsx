import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

const TYPING_MS = 300

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'label' | 'type'> {
  label: string
  /** The words as they are searched for, e.g. in the address. */
  search: string
  onSearch: (search: string) => void
}

/**
 * Words to look for, sent once typing pauses. The field keeps its own text: an address that changes a moment later would
 * set the text anew and the caret to its end.
 */
export function SearchField({ label, search, onSearch, ...props }: Props) {
  const [text, setText] = useState(search)
  const [before, setBefore] = useState(search)
  const send = useDebouncedCallback(onSearch, TYPING_MS)
  // Cleared, or another address; not what was just typed and sent.
  if (search !== before) {
    setBefore(search)
    if (search !== text.trim()) setText(search)
  }
  return (
    <TextInput
      size="md"
      type="search"
      aria-label={label}
      placeholder={label}
      maxLength={100}
      leftSection={<IconSearch size={20} stroke={1.9} aria-hidden="true" />}
      {...props}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        send(value.trim())
      }}
    />
  )
}
