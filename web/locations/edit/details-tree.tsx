import { Select, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { DetailNode } from '#shared/contract/places/taxonomy.ts'
import { NumberField } from '../../kit/forms/number-field.tsx'
import classes from '../wizard/wizard.module.css'
import type { Fields } from './fields.ts'
import type { PlaceValues } from './location-values.ts'

interface Props {
  fields: Fields<PlaceValues>
  nodes: readonly DetailNode[]
}

function Detail({ fields, node }: { fields: Props['fields']; node: DetailNode }) {
  const { t } = useTranslation('places')
  const value = fields.values.details[node.id] ?? ''
  const set = (text: string | null) => fields.set({ details: { ...fields.values.details, [node.id]: text ?? '' } })
  const error = fields.errors[`details.${node.id}`]
  if (node.input_type === 'number') {
    return (
      <NumberField
        label={node.name}
        value={value}
        error={error}
        onChange={event => set(event.target.value)}
        {...(node.unit ? { unit: node.unit } : {})}
      />
    )
  }
  if (node.input_type === 'text')
    return (
      <TextInput size="md" label={node.name} value={value} error={error} onChange={event => set(event.target.value)} />
    )
  const choices =
    node.input_type === 'yes_no'
      ? [
          { value: 'true', label: t('yes') },
          { value: 'false', label: t('no') },
        ]
      : node.choices.map(({ key, name }) => ({ value: key, label: name }))
  return (
    <Select size="md" clearable data={choices} label={node.name} value={value || null} error={error} onChange={set} />
  )
}

function Group({ fields, node }: { fields: Props['fields']; node: DetailNode }) {
  const { t } = useTranslation('places')
  const filled = node.children.filter(({ id }) => fields.values.details[id]).length
  return (
    <details className={classes.group}>
      <summary>
        <IconChevronDown size={18} stroke={2} />
        <b className="bm-grow">{node.name}</b>
        <span className="bm-small bm-muted">{t('filled', { filled, all: node.children.length })}</span>
      </summary>
      <div className={classes.groupBody}>
        <DetailsTree fields={fields} nodes={node.children} />
      </div>
    </details>
  )
}

/** Fields that describe the housing, as the lists say it; everything may stay empty. */
export function DetailsTree({ fields, nodes }: Props) {
  return nodes.map(node =>
    node.input_type === 'group' ? (
      <Group key={node.id} fields={fields} node={node} />
    ) : (
      <Detail key={node.id} fields={fields} node={node} />
    ),
  )
}
