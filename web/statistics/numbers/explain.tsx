import { useDisclosure } from '@mantine/hooks'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import { lazyPart } from '../../kit/pages/part.ts'
import { LazyOverlay } from '../../ui/overlays/lazy-overlay.tsx'
import type { Explanation } from './explanation.ts'

const ExplainDialog = lazyPart(() => import('./explain-dialog.tsx'))

const ExplainContext = createContext<(explanation: Explanation) => void>(() => undefined)

/** Tells how a number came about. */
export const useExplain = () => useContext(ExplainContext)

/** Answers the numbers below it that are asked how they came about. */
export function Explanations({ children }: { children: ReactNode }) {
  const [explanation, setExplanation] = useState<Explanation | null>(null)
  const [opened, { open, close }] = useDisclosure()
  const explain = useMemo(
    () => (next: Explanation) => {
      setExplanation(next)
      open()
    },
    [open],
  )
  return (
    <ExplainContext value={explain}>
      {children}
      <LazyOverlay when={opened} onFailed={close}>
        {isOpen => explanation && <ExplainDialog opened={isOpen} explanation={explanation} onClose={close} />}
      </LazyOverlay>
    </ExplainContext>
  )
}
