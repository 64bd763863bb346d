import { useHotkeys } from '@mantine/hooks'

/** Elements in which the arrows move something else: fields, charts, menus, dialogs. */
const OWN_ARROWS =
  'input, textarea, select, [contenteditable], [role="img"], [role="menu"], [role="dialog"], [role="radiogroup"]'

/** Steps through the periods by the keys left and right, except where they already have a meaning. */
export const usePeriodKeys = (back: () => void, forward: () => void): void => {
  const unless = (step: () => void) => (event: KeyboardEvent) => {
    const isOpen = document.querySelector('[role="dialog"], [role="menu"]') !== null
    const hasOwn = event.target instanceof Element && event.target.closest(OWN_ARROWS) !== null
    if (!isOpen && !hasOwn) step()
  }
  useHotkeys([
    ['ArrowLeft', unless(back), { preventDefault: false }],
    ['ArrowRight', unless(forward), { preventDefault: false }],
  ])
}
