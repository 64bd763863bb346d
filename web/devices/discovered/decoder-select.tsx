import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import { queryOf } from '../../kit/api/query.ts'

/** The built-in decoders in the order of their makers. */
export const DECODERS = { ...queryOf(api.listDecoders, {}), staleTime: Number.POSITIVE_INFINITY }

/** Choice of the decoder that reads a device's payloads; empty: whichever fits its profile. */
export function DecoderSelect(props: { value?: string; onChange?: (value: never) => void }) {
  const { t } = useTranslation('devices')
  const { data = [] } = useQuery(DECODERS)
  const choices = data
    .map(({ id, maker, models }) => ({ value: id, label: `${maker}: ${models.join(', ')}` }))
    .sort((a, b) => a.label.localeCompare(b.label))
  return (
    <NativeSelect
      size="md"
      label={t('decoder.label')}
      description={t('decoder.help')}
      data={[{ value: '', label: t('decoder.by_profile') }, ...choices]}
      {...props}
    />
  )
}
