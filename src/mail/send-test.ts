import type { Config } from '../config/load.ts'
import { composeTest } from './compose.ts'
import { openMailTransport } from './transport.ts'

interface TestMail {
  id: string
  to: string
  at: number
  looks: Parameters<typeof composeTest>[0]
}

/** Sends the email that tests the configuration at once, and returns where it is now. Throws MailNotSent. */
export async function sendTest(
  config: Pick<Config, 'dataDir' | 'mailFrom' | 'smtpUrl'>,
  baseUrl: string,
  { looks, ...envelope }: TestMail,
): Promise<{ file: string } | { server: string }> {
  const message = { ...composeTest(looks, baseUrl), kind: 'notice' as const, ...envelope }
  const transport = openMailTransport(
    config,
    () => baseUrl,
    () => looks.serverName,
  )
  return transport.send(message)
}
