/** The expected account after the import. */
export interface Expected {
  id?: string
  username: string
  email: string | null
  language: string
  created_at: number
  isSuspended: boolean
  hasTotp: boolean
  names: string[]
  /** The password that its owner types; null if there is none yet. */
  password: string | null
  roles?: 'admin'
  /** PNG. */
  skin: Buffer | null
  skin_model: 'default' | 'slim' | null
  cape: Buffer | null
}
