import { NativeSelect, type NativeSelectProps } from '@mantine/core'

interface Props extends Omit<NativeSelectProps, 'data'> {
  options: { value: string; label: string }[]
}

/** Choice of one of a few words that are long: the list of the device itself. */
export function OptionSelect({ options, ...props }: Props) {
  return <NativeSelect size="md" data={options} {...props} />
}
