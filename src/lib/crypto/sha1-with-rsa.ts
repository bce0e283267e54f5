import { type KeyObject, sign, verify } from 'node:crypto'
import { promisify } from 'node:util'

const signRsa = promisify<string, Buffer, KeyObject, Buffer>(sign)

/** Signs with SHA1withRSA (PKCS #1 v1.5), which every game version can verify, on the thread pool. Returns Base64. */
export async function sha1WithRsa(data: Buffer, key: KeyObject): Promise<string> {
  const signature = await signRsa('RSA-SHA1', data, key)
  return signature.toString('base64')
}

const verifyRsa = promisify<string, Buffer, KeyObject, Buffer, boolean>(verify)

/** Returns true if a signature, in Base64, is SHA1withRSA (PKCS #1 v1.5) over the data. Works on the thread pool. */
export const isSha1WithRsa = (data: Buffer, key: KeyObject, signature: string): Promise<boolean> =>
  verifyRsa('RSA-SHA1', data, key, Buffer.from(signature, 'base64'))
