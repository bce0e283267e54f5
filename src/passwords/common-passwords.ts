let loading: Promise<ReadonlySet<string>> | undefined

/**
 * Returns true if the password, in any letter case, is one of the 49,000 most common ones. The list is read on first
 * use.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  return (await loading).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
