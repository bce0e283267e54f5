import { encode } from 'uqr'
import { type Html, html } from '../lib/html.ts'

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const quietZone = 4

/** A QR code as a picture in the page, black on white in both themes. */
export function qrCode(text: string, label: string): Html {
  const { data, size } = encode(text, { border: quietZone })
  const dark = data.flatMap((line, y) => line.map((isDark, x) => isDark && `M${x} ${y}h1v1h-1z`))
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark.filter(Boolean).join('')}"/></svg>`
}
