import { encode } from 'uqr'
import { type Html, html } from '../../lib/text/html.ts'

/** The light modules around the code, which readers need (ISO/IEC 18004). */
const quietZone = 4

/**
 * One of the eight masks, all of which every reader supports: the one that is most often best for our addresses.
 * Finding the best for each code would be nine tenths of the work.
 */
const maskPattern = 2

/** Renders a QR code as an inline SVG, black on white in both themes. Drawing takes its own turn of the event loop. */
export async function qrCode(text: string, label: string): Promise<Html> {
  await new Promise(setImmediate)
  const { data, size } = encode(text, { border: 0, maskPattern })
  const path = data.map(darkRuns).join('')
  await new Promise(setImmediate)
  const side = size + 2 * quietZone
  // A stroke is drawn along its middle, so rows are half a module lower.
  return html`<svg class="qr-code" role="img" aria-label="${label}" viewBox="-${quietZone} -${quietZone + 0.5} ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M-${quietZone}-${quietZone + 0.5}h${side}v${side}h-${side}z"/><path stroke="#000" d="${path}"/></svg>`
}

/** Returns the dark modules of a row as path commands. */
function darkRuns(line: readonly boolean[], y: number): string {
  let path = ''
  for (let x = line.indexOf(true), end = 0; x >= 0; x = line.indexOf(true, end)) {
    const light = line.indexOf(false, x)
    end = light < 0 ? line.length : light
    path += `M${x} ${y}h${end - x}`
  }
  return path
}
