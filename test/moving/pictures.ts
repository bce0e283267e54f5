import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePng } from '../png.ts'

const count = 40
const skins = Array.from({ length: count }, (_, seed) => makePng(64, 64, (x, y) => [x, y, seed, 255]))
const cape = makePng(64, 32, (x, y) => [x, y, 9, 255])

/**
 * The textures of an account: every third one has a skin, alternating between both models, and every ninth a cape.
 */
export function worn(number: number) {
  const skin = number % 3 === 0 ? (skins[number % count] ?? null) : null
  const model = skin ? (number % 2 === 0 ? ('slim' as const) : ('default' as const)) : null
  return { skin, skin_model: model, cape: number % 9 === 0 ? cape : null }
}

export const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

/** Writes each to the place where the program keeps a picture with this SHA-256. */
export async function writePictures(
  folder: string,
  place: (kind: 'skin' | 'cape', hash: string) => string,
): Promise<void> {
  for (const [kind, png] of [...skins.map((skin) => ['skin', skin] as const), ['cape', cape] as const]) {
    const file = join(folder, place(kind, sha256(png)))
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, png)
  }
}

/** All of them, as a program lists them. */
export const pictures = [
  ...skins.map((png) => ({ kind: 'skin' as const, png })),
  { kind: 'cape' as const, png: cape },
]
