import type { Asking } from './asking.ts'

/** A texture that all players wear in turn. */
export interface Skin {
  hash: string
  png: Buffer
}

export interface Scene {
  asking: Asking
  skins: readonly Skin[]
  group: string
}
