let loading: Promise<ReadonlySet<string>> | undefined

/** Whether a password is one of the 49,000 that are tried first, in any letter case. The list is read when it is first asked for. */
export async function isCommonPassword(password: string): Promise<boolean> {
  loading ??= load()
  return (await loading).has(password.toLowerCase())
}

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
