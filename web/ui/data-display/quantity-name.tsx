const FORMULA = /\b(NH|CO|CH|H|N|O)([2-4])(?=[A-Z]?\b)/g

/** A quantity's name with the digits of chemical formulas lowered: the font has no subscript digits of its own. */
export function QuantityName({ name }: { name: string }) {
  const parts = name.split(FORMULA)
  return (
    <span>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one name never change places
        index % 3 === 2 ? <sub key={index}>{part}</sub> : <span key={index}>{part}</span>,
      )}
    </span>
  )
}
