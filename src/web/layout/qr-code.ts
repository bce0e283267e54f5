import { encode } from 'uqr'
import { type Html, html } from '../../lib/text/html.ts'

/** Light modules around the code, which readers need (ISO/IEC 18004). */
const quietZone = 4

/**
 * Of the eight masks, all of which every reader knows, the one that is most often best for addresses of this form. To
 * find the best of each would be nine tenths of the work.
 */
const maskPattern = 2

/** A QR code as a picture in the page, black on white in both themes. Drawn in a turn of the event loop of its own. */
export async function qrCode(text: string, label: string): Promise<Html> {
  await new Promise(setImmediate)
  const { data, size } = encode(text, { border: 0, maskPattern })
  const path = data.map(darkRuns).join('')
  await new Promise(setImmediate)
  const side = size + 2 * quietZone
  // A line is drawn along its middle.
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="-${quietZone} -${quietZone + 0.5} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M-${quietZone}-${quietZone + 0.5}h${side}v${side}h-${side}z"/><path stroke="#000" d="${path}"/></svg>`
}

/** The dark modules of a line. */
function darkRuns(line: readonly boolean[], y: number): string {
  let path = ''
  for (let x = line.indexOf(true), end = 0; x >= 0; x = line.indexOf(true, end)) {
    const light = line.indexOf(false, x)
    end = light < 0 ? line.length : light
    path += `M${x} ${y}h${end - x}`
  }
  return path
}
