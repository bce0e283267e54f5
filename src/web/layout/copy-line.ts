import { type Html, html } from '../../lib/text/html.ts'
import type { Text } from '../context/text.ts'

/** Renders a text to copy: selected as a whole by a click, and with the button that copy.js adds. */
export const copyLine = ({ layout }: Pick<Text, 'layout'>, text: string): Html =>
  html`<div class="line" data-copy="${layout.copy}" data-copied="${layout.copied}"><code>${text}</code></div>`

/** Renders several lines that are copied together. */
export const copyBlock = ({ layout }: Pick<Text, 'layout'>, lines: readonly string[]): Html =>
  html`<div class="line block" data-copy="${layout.copy}" data-copied="${layout.copied}"><code>${lines.join('\n')}</code></div>`
