import paths from './species-glyphs.json' with { type: 'json' }

const PATHS: Record<string, readonly string[]> = paths

/** Drawing of a kind of animal. Never alone: its name stands beside or below. */
export function SpeciesGlyph({ species, size = 20 }: { species: string; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={size >= 40 ? 1.5 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {PATHS[species]?.map(path => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
