import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface Props {
  page: number
  /** Number of pages; nothing is drawn for one. */
  pages: number
  onChange: (page: number) => void
}

/** Numbers of the pages of a long list. */
export function PageNumbers({ page, pages, onChange }: Props) {
  const { t } = useTranslation('ui')
  if (pages < 2) return null
  return (
    <Pagination
      aria-label={t('pages.label')}
      size="lg"
      total={pages}
      value={page}
      getItemProps={number => ({ 'aria-label': t('pages.page', { page: number, pages }) })}
      getControlProps={control => ({ 'aria-label': t(control === 'next' ? 'pages.next' : 'pages.previous') })}
      onChange={onChange}
    />
  )
}
