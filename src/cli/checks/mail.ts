import type { Config } from '../../config/load.ts'
import { systemRandom } from '../../lib/crypto/random.ts'
import { systemClock } from '../../lib/measure/clock.ts'
import { MailNotSent } from '../../mail/not-sent.ts'
import { sendTest } from '../../mail/send-test.ts'
import { isMailAddress } from '../../model/accounts/account.ts'
import { Refused } from '../../model/errors/refusal.ts'
import { type SettingName, settingValue } from '../../model/fields/setting.ts'
import { ofEnvironment } from '../../state/settings.ts'
import { allSettings } from '../../storage/community/settings.ts'
import { openExamined } from '../doctor/installation/database.ts'
import { CommandRefused } from '../line/command.ts'
import { configFor } from '../line/config-for.ts'
import type { Output } from '../line/output.ts'

/** Sends at once, without the queue, so that failures show here. */
export async function test(given: { address: string }, output: Output): Promise<void> {
  const { config } = configFor(output)
  const { baseUrl } = config
  if (baseUrl === undefined) {
    throw new CommandRefused('the base URL is not known while NORN_PORT is 0; set NORN_BASE_URL')
  }
  if (!isMailAddress(given.address)) throw new Refused('email_malformed')
  const { accentColor, serverName } = await looksOf(config)
  const looks = { accentColor, language: config.language, serverName }
  try {
    const place = await sendTest(config, baseUrl, {
      id: systemRandom.uuid(),
      to: given.address,
      at: systemClock(),
      looks,
    })
    const sentence =
      'file' in place
        ? `NORN_SMTP_URL is not set, so the email was not sent but written to ${place.file}`
        : `${place.server} accepted the email; if it does not arrive, look there and in the spam folder.`
    output.object(place, sentence)
  } catch (error) {
    if (!(error instanceof MailNotSent)) throw error
    throw new CommandRefused(
      `the email was not sent: ${error.message}; check NORN_SMTP_URL and NORN_MAIL_FROM`,
    )
  }
}

/** Returns the name and the colour in force. Where there is no database yet, nobody has chosen any. */
async function looksOf(config: Config): Promise<Record<'accentColor' | 'serverName', string>> {
  const { db } = await openExamined(config)
  try {
    const rows = db ? await allSettings(db) : []
    const inForce = <Name extends SettingName>(name: Name) =>
      settingValue(name, ofEnvironment(config, name) ?? rows.find((row) => row.name === name)?.value)
    return { accentColor: inForce('accent'), serverName: inForce('name') }
  } finally {
    await db?.close()
  }
}
