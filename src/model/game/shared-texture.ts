import type { SkinModel } from '../accounts/account.ts'
import type { TextureKind } from './texture.ts'

/** The kinds by which the library is searched. */
export const looks = ['skin', 'slim', 'cape'] as const

export type Look = (typeof looks)[number]

/** `waiting` and `refused` are seen by who shares it and by moderators alone. */
export type SharedState = 'waiting' | 'refused' | 'published'

export const lookOf = ({ kind, model }: { kind: TextureKind; model: SkinModel | null }): Look =>
  kind === 'cape' ? 'cape' : model === 'slim' ? 'slim' : 'skin'

export const kindOf = (look: Look): { kind: TextureKind; model: SkinModel | null } =>
  look === 'cape'
    ? { kind: 'cape', model: null }
    : { kind: 'skin', model: look === 'slim' ? 'slim' : 'default' }
