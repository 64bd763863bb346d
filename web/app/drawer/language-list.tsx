import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { LANGUAGES } from '#shared/contract/fixed.ts'
import { useChangeLanguage } from '../../kit/language/change-language.ts'
import { currentLanguage, OWN_NAME } from '../../kit/language/language.ts'
import { Flag } from '../../ui/icons/flag.tsx'
import { useOpenSoon } from '../../ui/overlays/use-open-soon.ts'

export default function LanguageList({ target }: { target: ReactElement }) {
  const changeLanguage = useChangeLanguage()
  const current = currentLanguage()
  return (
    <Menu position="bottom-end" shadow="sm" {...useOpenSoon()}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {LANGUAGES.map(language => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<Flag language={language} />}
            rightSection={language === current ? <IconCheck size={18} /> : undefined}
            onClick={() => void changeLanguage(language)}
          >
            {OWN_NAME[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
