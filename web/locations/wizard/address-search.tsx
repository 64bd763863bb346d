import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMapPin, IconSearch } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '#shared/contract/index.ts'
import type { FoundAddress } from '#shared/contract/places/addresses.ts'
import { queryOf } from '../../kit/api/query.ts'
import { Note } from '../../ui/feedback/note.tsx'
import classes from './wizard.module.css'

const TYPING_MS = 350
const LEAST = 2
/** Postal code typed alone, as codes are written in Europe: figures, and letters after them. */
const CODE_ALONE = /^\d{2}[\d-]{2,4}\s?[a-z]{0,2}$/i

interface Props {
  country: string
  onPick: (found: FoundAddress) => void
}

const lines = (found: FoundAddress): [string, string] => {
  const street = [found.street, found.number].filter(Boolean).join(' ')
  const town = [found.postal_code, found.city].filter(Boolean).join(' ')
  return street
    ? [street, [town, found.country].filter(Boolean).join(', ')]
    : [town || found.label, found.country ?? '']
}

/** Finds an address while it is typed; arrow keys and Enter choose one. */
export function AddressSearch({ country, onPick }: Props) {
  const { t } = useTranslation('places')
  const id = useId()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const [query] = useDebouncedValue(typed.trim(), TYPING_MS)
  const wanted = { query, ...(country ? { country } : {}) }
  const isSearching = open && query.length >= LEAST
  const { data, error } = useQuery({
    ...queryOf(api.findAddresses, { query: wanted }),
    enabled: isSearching,
    staleTime: 3_600_000,
    placeholderData: keepPreviousData,
  })
  const found = isSearching ? (data?.addresses ?? []) : []
  const pick = (one: FoundAddress | undefined) => {
    if (!one) return
    onPick(one)
    setTyped(lines(one).filter(Boolean).join(', '))
    setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setOpen(false)
    if (event.key === 'Enter') {
      event.preventDefault()
      pick(found[active])
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const step = event.key === 'ArrowDown' ? 1 : -1
    setActive((active + step + found.length) % Math.max(1, found.length))
  }
  return (
    <div>
      <TextInput
        size="md"
        type="search"
        autoComplete="off"
        label={t('search')}
        placeholder={t('search_example')}
        leftSection={<IconSearch size={20} stroke={2} />}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        value={typed}
        onKeyDown={onKey}
        onChange={event => {
          setTyped(event.target.value)
          setActive(0)
          setOpen(true)
        }}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={t('search_found')}
        className={found.length > 0 ? classes.found : undefined}
      >
        {found.map((one, index) => (
          <button
            key={`${one.label} ${one.lat} ${one.lon}`}
            id={`${id}-${index}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => pick(one)}
          >
            <IconMapPin size={22} stroke={1.8} />
            <span>
              <b>{lines(one)[0]}</b>
              <span className="bm-muted bm-small">{lines(one)[1]}</span>
            </span>
          </button>
        ))}
      </div>
      <div role="status">
        {isSearching && data && found.length === 0 && (
          <p className="bm-small bm-muted">{t(CODE_ALONE.test(query) ? 'search_code_alone' : 'search_nothing')}</p>
        )}
        {isSearching && error && <p className="bm-small bm-muted">{t('search_failed')}</p>}
        {isSearching && data?.fell_back && <Note status="attention">{t('search_fell_back')}</Note>}
        {isSearching && data?.addresses[0]?.source === 'places' && !data.fell_back && (
          <p className="bm-small bm-muted">{t('search_towns_only')}</p>
        )}
        {isSearching && data && <p className={classes.credit}>{t('credit', { credit: data.credit })}</p>}
      </div>
    </div>
  )
}
