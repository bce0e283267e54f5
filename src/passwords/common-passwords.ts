import { onceLoaded } from '../lib/process/once-loaded.ts'

/** The 49,000 most common passwords, in lower case. */
const common = onceLoaded(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
})

/** Returns true if the password, in any letter case, is one of the most common ones. */
export async function isCommonPassword(password: string): Promise<boolean> {
  return (await common()).has(password.toLowerCase())
}
