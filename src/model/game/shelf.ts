import type { SkinModel } from '../accounts/account.ts'
import type { TextureKind } from './texture.ts'

/** The kinds of textures of groups, as commands, the API and forms call them. */
export const shelfKinds = ['skin', 'slim', 'cape'] as const

export type ShelfKind = (typeof shelfKinds)[number]

/** The most textures on the shelf of one group. */
export const maxShelfTextures = 50

interface KindAndModel {
  kind: TextureKind
  /** Null for a cape. */
  model: SkinModel | null
}

const meant: Readonly<Record<ShelfKind, KindAndModel>> = {
  skin: { kind: 'skin', model: 'default' },
  slim: { kind: 'skin', model: 'slim' },
  cape: { kind: 'cape', model: null },
}

export const isShelfKind = (text: string | undefined): text is ShelfKind =>
  text !== undefined && Object.hasOwn(meant, text)

export const meantBy = (kind: ShelfKind): KindAndModel => meant[kind]

export const shelfKindOf = ({ kind, model }: KindAndModel): ShelfKind => (model === 'slim' ? 'slim' : kind)
