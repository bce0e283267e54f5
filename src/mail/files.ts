import { open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { makeFolder } from '../lib/files/make-folder.ts'
import { type Message, optionsOf, type Sender } from './message.ts'
import { MailNotSent } from './not-sent.ts'

/** The oldest files are deleted beyond this number, since strangers can cause emails to be written. */
export const maxFiles = 10_000
/** So many more files may exist before the oldest are looked for. */
const slack = 100

/** Writes emails to files if there is no mail server: for trying things out, or for a program that collects them. */
export class MailFiles {
  readonly #folder: string
  readonly #from: () => Sender
  readonly #transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  #sinceClearing = slack
  #made: Promise<unknown> | undefined

  constructor(folder: string, from: () => Sender) {
    this.#folder = folder
    this.#from = from
  }

  /**
   * Writes one `.eml` file and returns its path. The file gets its name once it is complete; writing the same email
   * twice leaves one file. Throws MailNotSent.
   */
  async send(message: Message): Promise<{ file: string }> {
    const { message: bytes } = await this.#transport.sendMail(optionsOf(message, this.#from(), 'file'))
    const time = new Date(message.at).toISOString().replaceAll(':', '-')
    const file = join(this.#folder, `${time}-${message.id}.eml`)
    try {
      this.#made ??= makeFolder(this.#folder)
      await this.#made
      await this.#clear()
      await this.#write(file, bytes as Buffer)
    } catch (cause) {
      // The folder may have been deleted; the next attempt creates it again.
      this.#made = undefined
      throw new MailNotSent(`${file} cannot be written: ${String(cause)}`, { cause })
    }
    return { file }
  }

  async #write(file: string, bytes: Buffer): Promise<void> {
    const unfinished = `${file}.unfinished`
    const handle = await open(unfinished, 'w', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  }

  async #clear(): Promise<void> {
    if (++this.#sinceClearing <= slack) return
    this.#sinceClearing = 0
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith('.eml')).sort()
    for (const name of names.slice(0, Math.max(0, names.length - maxFiles))) {
      await rm(join(this.#folder, name), { force: true })
    }
  }
}
