/** Barn of a tab, an entry or a place; with a word beside it. */
export function BarnIcon({ size = 23, stroke = 1.8 }: { size?: number; stroke?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={stroke}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3.5 20.5V10.2L7 5l5-2.2L17 5l3.5 5.2v10.3Z" />
      <path d="M8.5 20.5v-5a3.5 3.5 0 0 1 7 0v5" />
    </svg>
  )
}
