import type { SkinModel } from '../accounts/account.ts'

/** A rectangle of a texture and its place in a picture, in pixels of a texture of the basic size. */
export interface Piece {
  from: readonly [x: number, y: number]
  to: readonly [x: number, y: number]
  width: number
  height: number
  mirrored: boolean
}

/** A picture of a player, in pixels of a skin of the basic size. */
export interface Figure {
  width: number
  height: number
  /** Drawn opaque, whatever the skin's alpha channel says. */
  body: readonly Piece[]
  hat: readonly Piece[]
  /** The second layer of body, arms and legs, which old skins of 64x32 do not have. */
  clothes: readonly Piece[]
}

/** From where a figure is seen. */
export type View = 'front' | 'back'

/** A box of the body: the corners of its two layers on the skin, and where its front is in a whole figure. */
interface Part {
  inner: readonly [x: number, y: number]
  outer: readonly [x: number, y: number]
  size: readonly [width: number, height: number, depth: number]
  at: readonly [x: number, y: number]
  mirrored?: boolean
}

const head: Part = { inner: [0, 0], outer: [32, 0], size: [8, 8, 8], at: [4, 0] }

/** The left limbs of an old skin are the right ones, mirrored. */
function trunk(arm: number, isOld: boolean): Part[] {
  const rightArm: Part = { inner: [40, 16], outer: [40, 32], size: [arm, 12, 4], at: [4 - arm, 8] }
  const rightLeg: Part = { inner: [0, 16], outer: [0, 32], size: [4, 12, 4], at: [4, 20] }
  return [
    { inner: [16, 16], outer: [16, 32], size: [8, 12, 4], at: [4, 8] },
    rightArm,
    isOld
      ? { ...rightArm, at: [12, 8], mirrored: true }
      : { ...rightArm, inner: [32, 48], outer: [48, 48], at: [12, 8] },
    rightLeg,
    isOld
      ? { ...rightLeg, at: [8, 20], mirrored: true }
      : { ...rightLeg, inner: [16, 48], outer: [0, 48], at: [8, 20] },
  ]
}

/** The width of a whole figure: two arms of four pixels and a chest of eight. */
const across = 16

/** The sides of a box lie side by side on a skin: right, front, left, back; above them is its top, as high as it is deep. */
function side(part: Part, layer: 'inner' | 'outer', view: View, rows: number): Piece {
  const [width, height, depth] = part.size
  const [left, top] = part[layer]
  const [x, y] = part.at
  return {
    from: [left + depth + (view === 'back' ? width + depth : 0), top + depth],
    to: [view === 'back' ? across - x - width : x, y],
    width,
    height: Math.min(height, rows - y),
    mirrored: part.mirrored ?? false,
  }
}

/** Returns the figure of a player of which this many rows are shown: 32 are all. */
export function figureOf(view: View, model: SkinModel, isOld: boolean, rows: number): Figure {
  const parts = trunk(model === 'slim' ? 3 : 4, isOld).filter(({ at }) => at[1] < rows)
  return {
    width: across,
    height: rows,
    body: [head, ...parts].map((part) => side(part, 'inner', view, rows)),
    hat: [side(head, 'outer', view, rows)],
    clothes: isOld ? [] : parts.map((part) => side(part, 'outer', view, rows)),
  }
}

/** The head from the front, alone. */
export const face: Figure = {
  width: 8,
  height: 8,
  body: [{ ...side(head, 'inner', 'front', 8), to: [0, 0] }],
  hat: [{ ...side(head, 'outer', 'front', 8), to: [0, 0] }],
  clothes: [],
}

/** The side of a cape that others see. */
export const capeFigure: Figure = {
  width: 10,
  height: 16,
  body: [],
  hat: [],
  clothes: [{ from: [1, 1], to: [0, 0], width: 10, height: 16, mirrored: false }],
}
