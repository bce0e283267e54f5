/** A texture that an account keeps, under a name (docs/decisions/0146-wardrobe.md). */
export interface WardrobeTextureRow {
  /** A UUID of version 7, so that later ones sort after it. */
  id: string
  /** Never a character's: its account has the wardrobe. */
  account_id: string
  /** The hash of the file, as in TextureRow. */
  hash: string
  kind: 'skin' | 'cape'
  /** Null for a cape. */
  model: 'default' | 'slim' | null
  name: string
  added_at: number
}
