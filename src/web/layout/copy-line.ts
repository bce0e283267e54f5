import { type Html, html } from '../../lib/text/html.ts'
import type { Text } from '../text/text.ts'

/** A text to be copied as a whole: with a click and the keys for it, or with the button that copy.js adds. */
export const copyLine = ({ layout }: Pick<Text, 'layout'>, text: string): Html =>
  html`<div class="line" data-copy="${layout.copy}" data-copied="${layout.copied}"><code>${text}</code></div>`
