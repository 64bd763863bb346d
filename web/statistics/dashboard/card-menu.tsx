import { Menu } from '@mantine/core'
import { IconFileSpreadsheet, IconFileText, IconPhoto, IconTable, IconVector } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'
import type { CardContent } from './card-content.ts'
import { useCardFiles } from './use-card-files.ts'

interface Props {
  target: ReactElement
  content: CardContent
  below: string
  onTable: () => void
}

/** Menu of what can be taken of a card. */
export default function CardMenu({ target, content, below, onTable }: Props) {
  const { t } = useTranslation('statistics')
  const files = useCardFiles({ content, below })
  const items = [
    ['table', IconTable, onTable],
    ['csv', IconFileText, files.csv],
    ['xlsx', IconFileSpreadsheet, files.xlsx],
    ...(content.picture
      ? ([
          ['png', IconPhoto, () => void files.png()],
          ['svg', IconVector, files.svg],
        ] as const)
      : []),
  ] as const
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {items.map(([item, Icon, act]) => (
          <Menu.Item key={item} leftSection={<Icon size={20} stroke={1.8} />} onClick={act}>
            {t(`files.${item}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
