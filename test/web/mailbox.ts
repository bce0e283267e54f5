// The emails that a service has sent, read from its files.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { sendDueMail } from '../../src/jobs/mail.ts'
import { openMailTransport } from '../../src/mail/transport.ts'
import type { RunningService } from '../service.ts'

export interface Received {
  kind: string | undefined
  to: string
  subject: string
  text: string
  /** The path of the first link in it, below the base URL; empty if there is none. */
  link: string
}

/** Returns the emails since the last call, oldest first. */
export async function newMail({ context }: RunningService): Promise<Received[]> {
  const post = openMailTransport(context.config, context.baseUrl, () => context.settings.serverName)
  while ((await sendDueMail(context, post)) > 0);
  const folder = join(context.config.dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = await Promise.all(
    names.sort().map(async (name) => {
      const bytes = await readFile(join(folder, name))
      await rm(join(folder, name))
      const { headers, to, subject = '', text = '' } = await PostalMime.parse(bytes)
      const kind = headers.find(({ key }) => key === 'x-norn-mail')?.value
      const [, link = ''] = /^https?:\/\/\S+$/m.exec(text)?.[0].split(new URL(context.baseUrl()).origin) ?? []
      return { kind, to: to?.[0]?.address ?? '', subject, text, link }
    }),
  )
  return mails
}
