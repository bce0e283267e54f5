/** The expected account after the import. */
export interface Expected {
  id?: string
  /** The username of its account, if it is a character. */
  owner?: string
  username: string
  email: string | null
  language: string
  created_at: number
  /** True for a character whose account is suspended. */
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
