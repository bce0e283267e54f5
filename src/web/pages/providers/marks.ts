// A mark of our own making for each preset: the logos belong to others, and their rules for buttons differ.
import { type Html, html } from '../../../lib/text/html.ts'
import type { ProviderPreset } from '../../../model/community/provider.ts'

/** SVG paths in a square of 24, drawn in the colour of the surrounding text. */
const paths: Readonly<Record<ProviderPreset | 'other', string>> = {
  // Two people who talk.
  discord: 'M4 5h11v8H9l-3 3v-3H4zM18 9h2v8h-2v3l-3-3h-4v-1',
  // A branch.
  github: 'M7 4v16M7 14c6 0 10-2 10-7M17 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  // A magnifying glass.
  google: 'M10 16a6 6 0 1 0 0-12 6 6 0 0 0 0 12zM15 15l5 5',
  // A window.
  microsoft: 'M4 4h16v16H4zM12 4v16M4 12h16',
  // A key.
  other: 'M8 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12h9M18 12v4',
}

export const mark = (preset: ProviderPreset | null): Html =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${paths[preset ?? 'other']}"/></svg>`
